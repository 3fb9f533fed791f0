"""Which formats can say what columns their data has, and how."""

from __future__ import annotations

from functools import partial

from sparktree.formats import guess_files, guess_json_files
from sparktree.formats.format import INFERENCE
from sparktree.types import STRING, UINT8

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
    for _strings in ("", "Strings"):
        INFERENCE.add(
            f"JSONCompact{_strings}EachRow{_suffix}",
            partial(guess_json_files.infer_arrays, names=_names, types=_types),
        )
for _name in ("JSONEachRow", "JSONStringsEachRow"):
    INFERENCE.add(_name, guess_json_files.infer_objects)
INFERENCE.add("JSON", partial(guess_json_files.infer_document, compact=False))
INFERENCE.add("JSONCompact", partial(guess_json_files.infer_document, compact=True))
for _name, _compact, _meta in (
    ("JSONColumns", False, False),
    ("JSONCompactColumns", True, False),
    ("JSONColumnsWithMetadata", False, True),
):
    INFERENCE.add(_name, partial(guess_json_files.infer_columns, compact=_compact, meta=_meta))
INFERENCE.add("JSONObjectEachRow", guess_json_files.infer_keyed_rows)
INFERENCE.add("Values", guess_files.infer_values)
INFERENCE.add("Native", guess_files.infer_native)
INFERENCE.add("RowBinaryWithNamesAndTypes", guess_files.infer_row_binary)
INFERENCE.add("LineAsString", lambda source, options: [("line", STRING)])
INFERENCE.add("RawBLOB", lambda source, options: [("raw_blob", STRING)])
INFERENCE.add("JSONAsString", lambda source, options: [("json", STRING)])
INFERENCE.add("One", lambda source, options: [("dummy", UINT8)])
