"""Values that an expression uses several times, computed once."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql

# A column, a lambda's variable or a field of one: as cheap to repeat as to name.
_SIMPLE = re.compile(r"""(struct_extract\()?[\w".]+(, 'f\d+'\))?|'[^']*'""")


def shared(value: Sql, body: Callable[[Sql], Sql]) -> Sql:
    """`body(value)`; a value that is more than a name gets one, for the body to repeat."""
    if _SIMPLE.fullmatch(value):
        return body(value)
    # The name depends on the value, so that one inside another never hides it.
    variable = f"_s{zlib.crc32(value.encode()):x}"
    inner = body(sql.name(variable))
    return Sql(f"list_transform([{value}], {sql.function([variable], inner)})[1]")
