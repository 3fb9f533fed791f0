"""How Hive stores rows, in ClickHouse's words: formats by their serde, and types."""

from __future__ import annotations

from dataclasses import replace

from sparktree.errors import not_implemented
from sparktree.formats.options import FormatSettings
from sparktree.stores.metastore.client import HiveTable, Storage
from sparktree.types import Type, parse_type

_SCALARS = {
    "tinyint": "Int8", "smallint": "Int16", "int": "Int32", "integer": "Int32", "bigint": "Int64",
    "float": "Float32", "double": "Float64", "double precision": "Float64", "boolean": "Bool",
    "string": "String", "varchar": "String", "char": "String", "binary": "String",
    "date": "Date32", "timestamp": "DateTime64(9)",
}  # fmt: skip
_TEXTS = frozenset({"string", "varchar", "char"})
# By a word in the name of the serde.
_FORMATS = {
    "parquet": "Parquet",
    "orcserde": "ORC",
    "avro": "Avro",
    "jsonserde": "JSONEachRow",
    "lazysimpleserde": "CSV",
}
_DELIMITER = "\x01"


def is_text(hive_type: str) -> bool:
    """Whether partitions can be compared with a text by the metastore."""
    return hive_type.partition("(")[0].strip().lower() in _TEXTS


def type_of_hive(text: str) -> Type:
    """The type of a column; what is no container may be NULL."""
    return parse_type(_type(text.strip(), nullable=True))


def _type(text: str, *, nullable: bool) -> str:
    name, _, inner = text.lower().partition("<")
    parts = _parts(text.partition("<")[2].rpartition(">")[0]) if inner else []
    if name == "array":
        return f"Array({_type(parts[0], nullable=True)})"
    if name == "map":
        return f"Map({_type(parts[0], nullable=False)}, {_type(parts[1], nullable=True)})"
    if name == "struct":
        fields = (part.partition(":") for part in parts)
        listed = (f"`{field}` {_type(of, nullable=True)}" for field, _, of in fields)
        return f"Tuple({', '.join(listed)})"
    plain, _, arguments = name.partition("(")
    if plain == "decimal":
        found = f"Decimal({arguments or '10, 0)'}"
    elif plain in _SCALARS:
        found = _SCALARS[plain]
    else:
        raise not_implemented(f"Columns of Hive's type {text}.")
    return f"Nullable({found})" if nullable else found


def _parts(text: str) -> list[str]:
    """What commas outside of brackets divide."""
    parts, depth, begin = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "<(") - (sign in ">)")
        if sign == "," and not depth:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()]


def format_of(storage: Storage) -> str:
    """The format of files, or NOT_IMPLEMENTED."""
    serde = storage.serde.rpartition(".")[2].lower()
    for word, format_ in _FORMATS.items():
        if word in serde:
            return format_
    raise not_implemented(f"Files of Hive's serde {storage.serde}.")


def signs_of(storage: Storage) -> tuple[str, str]:
    """What ends a field of a text file, and what stands for NULL."""
    parameters = storage.parameters
    usual = parameters.get("serialization.format", "1")
    delimiter = parameters.get("field.delim") or (_DELIMITER if usual.isdigit() else usual)
    if len(delimiter) != 1 or "escape.delim" in parameters:
        raise not_implemented("Text files of Hive with escaped or longer delimiters.")
    return delimiter, parameters.get("serialization.null.format", "\\N")


def settings_of(table: HiveTable, settings: FormatSettings) -> FormatSettings:
    """The settings with which text files of the table are read: fields end with a sign that is
    never quoted."""
    if format_of(table.storage) != "CSV":
        return settings
    delimiter, null = signs_of(table.storage)
    return replace(
        settings,
        format_csv_delimiter=delimiter,
        format_csv_null_representation=null,
        format_csv_allow_double_quotes=False,
        format_csv_allow_single_quotes=False,
        input_format_csv_trim_whitespaces=False,
        input_format_csv_detect_header=False,
        input_format_csv_skip_first_lines=int(table.parameters.get("skip.header.line.count", 0)),
    )
