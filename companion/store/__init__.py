"""The database: tables with their journals, who may write, what was paid, the household's own cards.

It is the truth; screens are caches."""

from companion.store.bags import Bags
from companion.store.database import Database, Refused, Unwritable
from companion.store.household import Household, OwnCard, UnknownCard
from companion.store.kept_rules import Kept, KeptRules, NotKept, Taken
from companion.store.pencils import Device, Invitation, Pencils
from companion.store.table import Stale, Table, UnknownTable, Unreadable
from companion.store.tables import Tables

__all__ = [
    "Bags",
    "Database",
    "Device",
    "Household",
    "Invitation",
    "Kept",
    "KeptRules",
    "NotKept",
    "OwnCard",
    "Pencils",
    "Refused",
    "Stale",
    "Table",
    "Tables",
    "Taken",
    "UnknownCard",
    "UnknownTable",
    "Unreadable",
    "Unwritable",
]
