"""What the shell offers after Tab: keywords, and the names that the system tables know."""

import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from sparktree.cli.api import Statements
from sparktree.cli.keywords import KEYWORDS
from sparktree.errors import Error

_TYPED = re.compile(r"[\w.]*$")
# (kind, query); a second column names what the word belongs to, as a table its database.
_SOURCES = (
    ("database", "SELECT name FROM system.databases"),
    ("table", "SELECT name, database FROM system.tables"),
    ("column", "SELECT DISTINCT name, table FROM system.columns WHERE database != 'system'"),
    ("function", "SELECT name FROM system.functions"),
    ("table function", "SELECT name FROM system.table_functions"),
    ("setting", "SELECT name FROM system.settings"),
    ("table setting", "SELECT name FROM system.merge_tree_settings"),
    ("format", "SELECT name FROM system.formats"),
    ("engine", "SELECT name FROM system.table_engines"),
    ("type", "SELECT name FROM system.data_type_families"),
)


@dataclass(frozen=True, slots=True, order=True)
class Word:
    """A name that can be completed."""

    text: str
    kind: str
    owner: str | None = None


class Vocabulary:
    """The known words; reading the system tables is left to a thread of its own."""

    def __init__(self, words: Iterable[Word] = ()) -> None:
        self._keywords = [Word(word, "keyword") for word in sorted(KEYWORDS)]
        self._names = sorted(words)
        self._reader: threading.Thread | None = None

    def load_in_background(self, session: Statements) -> None:
        self._reader = threading.Thread(target=self.load, args=(session,), daemon=True)
        self._reader.start()

    def finish(self) -> None:
        """Wait for the thread, so that it does not meet an engine that has been closed."""
        if self._reader is not None:
            self._reader.join(timeout=5)

    def load(self, session: Statements) -> None:
        """Read every name anew."""
        self._names = sorted(set(_read_words(session)))

    def matching(self, typed: str) -> Iterator[Word]:
        """Words that go on from what was typed; `a.b` asks for what belongs to `a`."""
        owner, dot, start = typed.rpartition(".")
        start = start.lower()
        for word in self._names if dot else [*self._keywords, *self._names]:
            if word.text.lower().startswith(start) and (not dot or word.owner == owner):
                yield word


def _read_words(session: Statements) -> Iterator[Word]:
    for kind, query in _SOURCES:
        try:
            rows = session.query(query).rows()
        except Error:
            continue  # not for this user's eyes, or the shell has been left
        for text, *owner in rows:
            yield Word(text, kind, owner[0] if owner else None)


class SqlCompleter(Completer):
    """prompt_toolkit's view of the vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        match = _TYPED.search(document.text_before_cursor)
        typed = match.group() if match else ""
        if not typed:
            return
        start = typed.rpartition(".")[2]
        shown: set[str] = set()
        for word in self._vocabulary.matching(typed):
            if word.text not in shown:
                shown.add(word.text)
                text = _in_case_of(start, word)
                yield Completion(text, start_position=-len(start), display_meta=word.kind)


def _in_case_of(typed: str, word: Word) -> str:
    """Keywords follow the case that the user writes in."""
    return word.text.lower() if word.kind == "keyword" and typed.islower() else word.text
