"""Which formats can say what columns their data has, and how."""

from __future__ import annotations

from functools import partial

from sparktree.formats import guess_files
from sparktree.formats.format import INFERENCE
from sparktree.types import STRING

for _suffix, _names, _types in (
    ("", False, False),
    ("WithNames", True, False),
    ("WithNamesAndTypes", True, True),
):
    for _raw in (False, True):
        INFERENCE.add(
            f"TabSeparated{'Raw' if _raw else ''}{_suffix}",
            partial(guess_files.infer_tab_separated, names=_names, types=_types, raw=_raw),
        )
    INFERENCE.add(f"CSV{_suffix}", partial(guess_files.infer_csv, names=_names, types=_types))
    INFERENCE.add(
        f"JSONCompactEachRow{_suffix}",
        partial(guess_files.infer_arrays, names=_names, types=_types),
    )
INFERENCE.add("JSONEachRow", guess_files.infer_objects)
INFERENCE.add("Native", guess_files.infer_native)
INFERENCE.add("RowBinaryWithNamesAndTypes", guess_files.infer_row_binary)
INFERENCE.add("LineAsString", lambda source, options: [("line", STRING)])
