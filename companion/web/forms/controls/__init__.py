"""Every control: one answer, a choice, an answer for each player, several at once, and values with parts."""

from companion.web.forms.controls import choices, one, partners, parts, per_player, several

__all__ = ["choices", "one", "partners", "parts", "per_player", "several"]
