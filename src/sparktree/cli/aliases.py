"""Short forms that the shell understands beside SQL."""

from sparktree.cli.quoting import quoted_name

EXITS = frozenset({"exit", "quit", "logout", "q", ":q", "\\q", "exit;", "quit;", "logout;"})
HELP = frozenset({"help", "\\h", "\\?"})
HELP_TEXT = r"""Statements end with ; or \G (one column a line).
Enter runs the statement when nothing is left open; with --multiline only after ; or \G.
Alt-Enter starts a new line, Tab completes, Ctrl-R searches the history, Ctrl-C cancels.
  \l        databases                   SHOW DATABASES
  \d        tables                      SHOW TABLES
  \d NAME   columns of a table          DESCRIBE TABLE NAME
  \c NAME   change the database         USE NAME
  exit, quit, \q, Ctrl-D                leave
"""


def expand(text: str) -> str:
    """The SQL that a short form stands for; anything else as it is."""
    word, _, rest = text.strip().rstrip(";").partition(" ")
    name = rest.strip()
    if word == "\\l":
        return "SHOW DATABASES"
    if word == "\\d":
        return f"DESCRIBE TABLE {_quoted_path(name)}" if name else "SHOW TABLES"
    if word == "\\c" and name:
        return f"USE {quoted_name(name)}"
    return text


def _quoted_path(name: str) -> str:
    return ".".join(quoted_name(part.strip('`"')) for part in name.split("."))
