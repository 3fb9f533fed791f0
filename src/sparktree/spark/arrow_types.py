"""Arrow types that Spark refuses, as the nearest that hold every value."""

import pyarrow as pa

_WIDER: dict[pa.DataType, pa.DataType] = {
    pa.uint8(): pa.int16(),
    pa.uint16(): pa.int32(),
    pa.uint32(): pa.int64(),
    pa.uint64(): pa.decimal128(20, 0),
    pa.float16(): pa.float32(),
    pa.null(): pa.string(),
    pa.date64(): pa.date32(),
    pa.large_string(): pa.string(),
    pa.string_view(): pa.string(),
    pa.large_binary(): pa.binary(),
    pa.binary_view(): pa.binary(),
}


def spark_type(kind: pa.DataType) -> pa.DataType:
    """The Arrow type that Spark takes for values of this one."""
    if kind in _WIDER:
        return _WIDER[kind]
    if pa.types.is_dictionary(kind):
        return spark_type(kind.value_type)
    if isinstance(kind, pa.BaseExtensionType):
        return spark_type(kind.storage_type)
    if pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", kind.tz)
    if pa.types.is_decimal256(kind):
        # Spark's decimals end at 38 digits: what is larger is told by the cast.
        return pa.decimal128(min(kind.precision, 38), min(kind.scale, 38))
    return _nested(kind)


def _nested(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_map(kind):
        return pa.map_(spark_type(kind.key_type), spark_type(kind.item_type))
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return pa.list_(_field(kind.value_field))
    if pa.types.is_struct(kind):
        return pa.struct([_field(kind.field(index)) for index in range(kind.num_fields)])
    return kind


def _field(field: pa.Field) -> pa.Field:
    return pa.field(field.name, spark_type(field.type), field.nullable)


def for_spark(table: pa.Table) -> pa.Table:
    """The table in types that Spark takes."""
    schema = pa.schema([_field(field) for field in table.schema])
    columns = [
        _cast(column, field.type) for column, field in zip(table.columns, schema, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _cast(column: pa.ChunkedArray, kind: pa.DataType) -> pa.ChunkedArray:
    if column.type == kind:
        return column
    if isinstance(column.type, pa.BaseExtensionType):
        column = pa.chunked_array(
            [chunk.storage for chunk in column.chunks], column.type.storage_type
        )
    if pa.types.is_timestamp(kind):
        return column.cast(kind, safe=False)  # nanoseconds end in microseconds
    return column.cast(kind)
