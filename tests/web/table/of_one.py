"""Say by two phones what only one can have, at every table that asks phones for it: the writer decides."""

from collections.abc import Callable
from typing import Any

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.hands import deal_along
from companion.engine.playing import play
from companion.web.table.phones import PhoneQuestion
from tests.tools.phone import Phone
from tests.web.table.test_replies import phone_of, told

Another = Callable[[], Phone]
SENT, DECIDES = "✓ Sent", "the writer decides"
OF_ONE = {
    "Cassino": "most_cards most_spades great little last",
    "Earl of Coventry": "player",
    "Jig": "player",
    "Newmarket": "player",
    "Pope Joan": "player pope_held_by",
    "Spin": "player spin_held_by",
    "Canasta": "out",
    "Coinche": "bidders belote all",
    "Crazy Eights": "out",
    "Gin": "knock",
    "Hearts": "queen",
    "Jass": "stoeck",
    "Phase 10": "out",
    "Qwirkle": "last",
    "Rummikub": "out",
    "Rummy": "out",
    "Skyjo": "closed",
    "Tarot": "taker",
    "Uno": "out",
}
"""Name what phones are asked that only one can have, by games."""
NO_HAND_KNOWN = {"Canasta", "Jass", "Tarot"}
"""Name the games for which ``decided`` has no hand that can be written."""


def says(phone: Phone, question: PhoneQuestion, *names: str) -> Phone:
    """Say of the phone's player what these questions ask, and nothing else."""
    (hand,) = phone.open("").filled("hand")
    player = hand.split(" ", 2)[2]
    marks = {mark.name: mark.named(player) for mark in question.marks if mark.name in names}
    return phone.send("reply", {"hand": hand} | marks)


def writes(writer: Phone, question: PhoneQuestion) -> Phone:
    """Open the form of a move, with nothing tapped in it."""
    kind = question.kind.name
    if "Write it down" in writer.open(f"?move={kind}").buttons and writer.filled("heard"):
        return writer
    writer.open(f"moves/{kind}")
    while not writer.filled("heard"):  # what hangs on an answer is asked after it
        writer.open(next(link for link in writer.page.links.values() if f"moves/{kind}?" in link))
    return writer


def sends(writer: Phone, to: str = "", **fill: str) -> Phone:
    """Send the form that is open, to be written or only to be tried."""
    path, sent = writer.request_of("", {"heard": writer.filled("heard")[0]} | fill)
    return writer.send(path.split("?")[0] + to, sent)


def decided(state: State[Any, Any], question: PhoneQuestion, one: str, two: str) -> dict[str, Any]:
    """Return a hand as a sheet has it."""
    if question.kind.name == "out":
        return {"player": one, "cards_left": {who: 1 for who in state.playing if who != one}}
    if question.kind.name == "counted":
        return dict.fromkeys(("most_cards", "most_spades", "great", "little", "last"), one) | {"aces": {one: 4}}
    held = {who: {"held": 50} for who in state.playing if who != one}
    told: dict[str, dict[str, Any]] = {
        "Phase 10": {"answers": {one: {"out": 1, "laid": 1}} | held},
        "Rummikub": {"answers": {one: {"out": 1}} | held},
        "Coinche": {"answers": {one: {"bidders": 1, "took": 100}, two: {"took": 62}}, "hand": {"bid": 80}},
    }
    found: dict[str, Any] = told.get(state.game.title) or question.kind.example(state, 0)  # type: ignore[union-attr, attr-defined]
    return found


def said_by_two(writer: Phone, question: PhoneQuestion, another: Another) -> list[Phone]:
    """Try one phone, a late one, two, the writer against them, and one that takes it back. Return both phones."""
    tables = writer.client.application.extensions["companion"].tables
    one, two = list(question.rows)[-2:]
    phones = [phone_of(name, writer, another) for name in (one, two)]
    for mark in question.marks:
        of_one = mark.name
        both = f"{one} and {two} each say “{mark.says}”"
        stale = another()
        writer.lets_write(stale)
        stale.code = writer.code
        page = writes(stale, question).page
        # a phone alone, and one that comes late
        says(phones[0], question, of_one)
        assert of_one in told(writer)[one], "one says it, and it stands in the writer's form"
        stale.page = page
        sends(stale)
        assert stale.refused.startswith(f"{one} has just answered by phone"), (of_one, stale.refused)
        # two phones
        says(phones[1], question, of_one)
        assert not any(of_one in row for row in told(writer).values())
        for each in phones:
            heard = each.open("").says.replace("10 ♦ ", "10♦")
            assert f"{both}: {DECIDES}" in heard and SENT not in heard
        before = tables.find(writer.code).version
        sends(writes(writer, question))
        assert (writer.status, writer.refused.startswith(both)) == (422, True), writer.refused
        if writer.filled("heard"):
            assert sends(writer).refused.startswith(both), "once more, from the page that refused it"
        stale.page = page
        assert sends(stale).refused.startswith(both)
        # the writer decides: the one, the other, or nobody
        choices = [mark.named(one), mark.named(two), *([] if mark.required else [""])]
        for choice in choices:
            assert both not in sends(writes(writer, question), "/try", **{of_one: choice}).text
        assert tables.find(writer.code).version == before
        # taken back
        says(phones[1], question)
        assert of_one in told(writer)[one]
        assert SENT in phones[0].open("").says
        # a phone against the writer
        tried = sends(writes(writer, question), "/try", **{of_one: choices[1]}).text
        assert "by phone" not in tried and "each say" not in tried, "the writer's tap counts"
        says(phones[0], question)
    return phones


def written_in_the_end(writer: Phone, question: PhoneQuestion, phones: list[Phone]) -> None:
    """Write a hand, where one is known, and check that both phones, which said it, are told what was written."""
    tables, mark = writer.client.application.extensions["companion"].tables, question.marks[0]
    one, two = list(question.rows)[-2:]
    for each in phones:
        says(each, question, mark.name)
    state = tables.find(writer.code).journal.state
    game = state.game
    assert game
    deal = deal_along(state, question.kind)
    state = play(state, deal).state if deal else state
    move = game.read_move({"move": question.kind.name} | decided(state, question, one, two))
    try:
        play(state, move)
    except Illegal as refused:
        assert game.title in NO_HAND_KNOWN, f"{game.title} refuses its hand: {refused}"
        return
    assert game.title not in NO_HAND_KNOWN, f"a hand of {game.title} is known"
    tables.record(writer.code, None, None, lambda _: [Change.play(each) for each in (deal, move) if each])
    written = [f"Written down: “{mark.says}” – " in each.open("").says for each in phones]
    assert written == [True, True], "the phones aren't told what was written in the end"
