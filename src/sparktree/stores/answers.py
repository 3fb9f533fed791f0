"""What object stores answer: XML."""

from __future__ import annotations

import xml.etree.ElementTree as Xml

from sparktree.stores.http import Response


def tree_of(answer: Response) -> Xml.Element:
    """The XML of an answer, names without their namespace; an empty element if there is none."""
    tree = Xml.fromstring(answer.body or b"<Empty/>")
    for node in tree.iter():
        node.tag = node.tag.rpartition("}")[2]
    return tree


def reason_of(answer: Response) -> tuple[str, str]:
    """The name and the text of the error that an answer tells, empty where it does not."""
    try:
        tree = tree_of(answer)
    except Xml.ParseError:
        return "", ""
    return tree.findtext(".//Code") or "", tree.findtext(".//Message") or ""
