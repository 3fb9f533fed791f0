"""Colours for SQL in the shell, from the tokens of the engine's own lexer."""

from collections.abc import Callable, Iterator

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.formatted_text.utils import split_lines
from prompt_toolkit.lexers import Lexer as PromptLexer
from prompt_toolkit.styles import Style

from sparktree.cli.keywords import KEYWORDS
from sparktree.errors import Error
from sparktree.sql.lexer import Kind, Lexer, Token

STYLE = Style.from_dict(
    {
        "sql.keyword": "bold ansiblue",
        "sql.function": "ansicyan",
        "sql.string": "ansigreen",
        "sql.number": "ansimagenta",
        "sql.quoted": "ansiyellow",
        "sql.comment": "italic ansibrightblack",
        "sql.error": "ansired",
    }
)
_CLASSES = {
    Kind.STRING: "class:sql.string",
    Kind.NUMBER: "class:sql.number",
    Kind.QUOTED: "class:sql.quoted",
    Kind.ERROR: "class:sql.error",
}


def coloured(text: str) -> StyleAndTextTuples:
    """The whole text in pieces, each with its class."""
    pieces: StyleAndTextTuples = []
    position = 0
    for token in _tokens(text):
        if token.start > position:
            pieces.append(_between(text[position : token.start]))
        pieces.append((_class_of(token, text), text[token.start : token.end]))
        position = token.end
    if position < len(text):
        pieces.append(_between(text[position:]))
    return pieces


def _tokens(text: str) -> Iterator[Token]:
    lexer = Lexer(text)
    try:
        while (token := lexer.next()).kind != Kind.END:
            yield token
    except Error:
        # An escape that is being typed; what follows stays without colour until it is whole.
        return


def _class_of(token: Token, text: str) -> str:
    if token.kind != Kind.WORD:
        return _CLASSES.get(token.kind, "")
    if text[token.end : token.end + 1] == "(" and token.key not in KEYWORDS:
        return "class:sql.function"
    return "class:sql.keyword" if token.key in KEYWORDS else ""


def _between(text: str) -> tuple[str, str]:
    """Space, or a comment with the space around it."""
    return ("class:sql.comment" if text.strip() else "", text)


class SqlLexer(PromptLexer):
    """prompt_toolkit's view of `coloured`, line by line."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        lines = list(split_lines(coloured(document.text)))

        def line(number: int) -> StyleAndTextTuples:
            return lines[number] if number < len(lines) else []

        return line
