"""Forms made from declared classes: a move, house rules or a part of them is asked for, read back and shown again.

The declaration of a field (its annotated type and its notes, see ``companion.engine.fields``) decides everything:

- A ``Control`` is one way of asking. Its class says for which types it asks, what there is to choose from, how its
  answer is read, how it is shown again, and which template under ``templates/forms/`` draws it.
- A ``Declaration`` is what a field says of its question at every table. It is built once per declared class.
- A ``Form`` is a declared class at one table. It keeps what there is to choose from, so that a page that needs the same
  form several times works that out once.
- A ``Field`` is one question of a form, with its value and, where it was refused, its mark.

So a new kind of control is one class and one template. The newest class is asked first whether a field is its own:
define a class after those that it refines, and before a form asks for its fields.

A refused answer knows its path: the names and places that lead to it, as in ``("pots", "0", "each")``. It is taken from
the place that strict reading names (``options.pots[0].each``), or from the control that couldn't read the answer, and
marks the inputs (``aria-invalid``) on the server, with and without scripts.

``answers``, ``words`` and ``input_names`` know nothing of the others; ``form`` imports the first two; ``controls``
import ``form`` and ``input_names``; ``fields``, ``parse``, ``redisplay`` and ``refused_fields`` are what pages use.
Nothing here imports from another folder of ``web``.
"""

from companion.web.forms import controls

__all__ = ["controls"]
