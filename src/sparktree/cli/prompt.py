"""The line editor of the shell: history, keys, completion, colours."""

import os
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.output import Output

from sparktree.cli.aliases import EXITS
from sparktree.cli.completion import SqlCompleter, Vocabulary
from sparktree.cli.highlight import STYLE, SqlLexer
from sparktree.cli.script import statements

PROMPT = "sparktree :) "
CONTINUATION = ":-] ".rjust(len(PROMPT))


def is_complete(text: str, *, multiline: bool) -> bool:
    """Whether Enter runs the text or starts a new line."""
    stripped = text.strip()
    if not stripped or stripped.startswith("\\") or stripped.lower() in EXITS:
        return True
    found = list(statements(text))
    if not found:
        return True  # comments alone
    last = found[-1]
    return last.delimited if multiline else not last.unfinished


def build_prompt(
    vocabulary: Vocabulary,
    *,
    multiline: bool,
    history: History,
    input: Input | None = None,
    output: Output | None = None,
) -> PromptSession[str]:
    """The editor; input and output are given in tests alone."""
    return PromptSession(
        PROMPT,
        multiline=True,
        prompt_continuation=CONTINUATION,
        history=history,
        completer=SqlCompleter(vocabulary),
        complete_while_typing=False,
        lexer=SqlLexer(),
        style=STYLE,
        key_bindings=_keys(multiline),
        enable_history_search=True,
        input=input,
        output=output,
    )


def _keys(multiline: bool) -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter", filter=~completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_complete(buffer.text, multiline=multiline):
            buffer.validate_and_handle()
        else:
            buffer.newline(copy_margin=False)

    @keys.add("enter", filter=completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.newline(copy_margin=False)

    return keys


def open_history(file: str | None) -> History:
    """The history file of the user, or one in memory where it cannot be written."""
    path = Path(file or os.environ.get("SPARKTREE_HISTORY_FILE") or "~/.sparktree-history")
    path = path.expanduser()
    usable = os.access(path, os.W_OK) and path.is_file()
    if usable or (not path.exists() and os.access(path.parent, os.W_OK)):
        return FileHistory(str(path))
    return InMemoryHistory()
