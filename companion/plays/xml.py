"""XML from outside, read without entities, document types and anything from elsewhere."""

from collections.abc import Iterator
from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError, ParserCreate

from companion.engine.errors import Malformed
from companion.engine.message import Message, say

LINE = "line of the file"
"""The attribute that says where an element begins; no attribute of a file can be called so."""
MAX_DEPTH = 50


def root_of(content: bytes) -> Element:
    """Return the root of an XML file. Raises Malformed where it is none, or declares a document type."""
    builder, parser, depth = TreeBuilder(), ParserCreate(), 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise Malformed(say("This XML file has too many elements inside each other."))
        builder.start(tag, attributes | {LINE: f"{parser.CurrentLineNumber}"})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def refuse(*declared: object) -> NoReturn:
        raise Malformed(say("This XML file declares a document type or entities: Companion reads none with them."))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content, True)
        return builder.close()
    except ExpatError as error:
        raise Malformed(say("This XML file can't be read from line {line} on.", line=error.lineno)) from None
    except (LookupError, ValueError):  # an encoding that expat doesn't know
        raise Malformed(say("This XML file can't be read from line {line} on.", line=1)) from None


def placed(elements: Iterator[Element]) -> Iterator[tuple[Message, Element]]:
    """Yield elements with the lines in which they begin."""
    for element in elements:
        yield say("line {number}", number=element.get(LINE)), element
