"""Every field of every move and house rule, of every game, is asked, read, refused and shown again as ever."""

from tests.web.forms.contract import FILE, found, lines


def test_every_question_is_asked_read_refused_and_shown_again_as_ever() -> None:
    now, kept = lines(found()).splitlines(), FILE.read_text("utf-8").splitlines()
    changed = [f"+ {line}" for line in now if line not in kept] + [f"- {line}" for line in kept if line not in now]
    assert not changed, "python -m tests.web.forms.contract --write keeps what is meant:\n" + "\n".join(changed)
