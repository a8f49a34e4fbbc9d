"""``/rules``: the games and house rules of a household: described beside a ``sample`` hand, kept, printed, shared."""

from flask import Blueprint

bp = Blueprint("rules", __name__)

from companion.web.rules import house_rules, sharing  # noqa: E402, F401 -- its pages
