"""What all three games bring: the routes of all modules here, and what each shows on the page of its table."""

from companion.engine.message import say
from companion.loto.web import (  # noqa: F401 -- some bring routes alone
    bp,
    calling,
    cards,
    claims,
    drawings,
    fairness,
    hall,
    hand_out,
    printed_cards,
    programme,
    wall,
    words,
)
from companion.web.request.game_pages import GamePages

CALLING = GamePages(
    bp,
    calling.CallingView,
    calling.completed,
    check=fairness.check_of,
    links={"loto.box": say("Loto cards")},
    screens={"loto.wall": say("TV view")},
)
DRAWINGS = CALLING._replace(shows=drawings.DrawingsView, completes=drawings.completed)
NIGHT = CALLING._replace(shows=hall.HallView, begins=programme.new_pack)
