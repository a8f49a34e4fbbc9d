"""The database: tables with their journals, who may write, what was paid. It is the truth; screens are caches."""

from companion.store.bags import Bags
from companion.store.database import Database, Refused, Unwritable
from companion.store.kept_rules import Kept, KeptRules, NotKept, Taken
from companion.store.pencils import Device, Invitation, Pencils
from companion.store.tables import Stale, Table, Tables, UnknownTable

__all__ = [
    "Bags",
    "Database",
    "Device",
    "Invitation",
    "Kept",
    "KeptRules",
    "NotKept",
    "Pencils",
    "Refused",
    "Stale",
    "Table",
    "Tables",
    "Taken",
    "UnknownTable",
    "Unwritable",
]
