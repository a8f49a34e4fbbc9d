"""Loto: both of its games, and what they share."""
