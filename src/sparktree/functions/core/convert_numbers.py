"""Numbers as other numbers, by ClickHouse's rules: integers wrap, floats are cut."""

from __future__ import annotations

from sparktree.errors import Code
from sparktree.functions.core.number_arrays import as_bfloat16, with_point, wrap_text
from sparktree.functions.core.wide_floats import digits_of_float, wide_of_float
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import INT32, INT64, UINT32, UINT64, Decimal, Float, Integer, Type
from sparktree.types.number_text import digits_of_wide, read_wide, read_wide_decimal


def number(value: Sql, source: Type, target: Type) -> Sql:
    """A number as another number, by ClickHouse's rules: integers wrap, floats are cut."""
    if isinstance(source, Integer) and isinstance(target, Integer):
        return _integer_to_integer(value, source, target)
    if isinstance(target, Integer) and isinstance(source, Float):
        return _float_to_integer(value, source, target)
    if isinstance(target, Decimal) or isinstance(source, Decimal):
        return _decimal(value, source, target)
    if isinstance(source, Integer) and source.wide:
        return sql.cast(wide_text(value, source), target.kernel)
    narrower = isinstance(source, Float) and source.bits == 64 and target.kernel == "FLOAT"
    cast = _narrower_float(value) if narrower else sql.cast(value, target.kernel)
    if isinstance(target, Float) and target.bits == 16:
        return as_bfloat16(cast)
    return cast


def _narrower_float(value: Sql) -> Sql:
    """What is beyond the range of the narrower type is infinite."""
    infinite = sql.case(
        (sql.op(">", value, 0), Sql("CAST('inf' AS FLOAT)")),
        (sql.op("<", value, 0), Sql("CAST('-inf' AS FLOAT)")),
    )
    return sql.coalesce(sql.try_cast(value, "FLOAT"), infinite)


def wide_text(value: Sql, source: Integer | Decimal) -> Sql:
    """The digits of a 256-bit integer."""
    signed = source.signed if isinstance(source, Integer) else True
    return digits_of_wide(value, signed, 0, False)


def _integer_to_integer(value: Sql, source: Integer, target: Integer) -> Sql:
    if source == target:
        return value
    if source.wide or target.wide:
        text = wide_text(value, source) if source.wide else sql.cast(value, "VARCHAR")
        wide = read_wide(text, target.signed)
        if target.wide:
            return wide
        return sql.cast(
            wrap_text(text, target.bits, target.signed),
            target.kernel,
        )
    if source.minimum >= target.minimum and source.maximum <= target.maximum:
        return sql.cast(value, target.kernel)
    if target.bits == 128:
        return _between_signs(value, target)
    if target.bits >= 64 or source.bits >= 64:
        return wrap(value, source, target)
    return _narrowed(value, target)


def _between_signs(value: Sql, target: Integer) -> Sql:
    """A signed number in 128 unsigned bits or the other way round."""
    if not target.signed:
        below_zero = sql.cast(Sql(f"(-({value} + 1))"), "UHUGEINT")
        negative = sql.op("-", sql.cast(Sql(f"'{(1 << 128) - 1}'"), "UHUGEINT"), below_zero)
        return sql.case((sql.op("<", value, 0), negative), otherwise=sql.cast(value, "UHUGEINT"))
    text = sql.cast(value, "VARCHAR")
    wrapped = sql.cast(wrap_text(text, 128, True), "HUGEINT")
    return sql.coalesce(sql.try_cast(value, "HUGEINT"), wrapped)


def _narrowed(value: Sql, target: Integer) -> Sql:
    """The low bits of a number that fits 64 bits."""
    bits = sql.op("&", sql.cast(value, "BIGINT"), (1 << target.bits) - 1)
    if not target.signed:
        return sql.cast(bits, target.kernel)
    middle = sql.cast(1 << (target.bits - 1), "BIGINT")
    return sql.cast(sql.op("-", sql.call("xor", bits, middle), middle), target.kernel)


def wrap(value: Sql, source: Integer, target: Integer) -> Sql:
    """The value modulo the target's range; the value is written once."""
    mask = (1 << target.bits) - 1
    if source.bits == 128 and not source.signed:
        bits = sql.op("&", value, sql.cast(mask, "UHUGEINT"))
        bits = sql.cast(bits, "HUGEINT") if target.signed else bits
    else:
        bits = sql.op("&", sql.cast(value, "HUGEINT"), sql.cast(mask, "HUGEINT"))
    if not target.signed:
        return sql.cast(bits, target.kernel)
    middle = sql.cast(1 << (target.bits - 1), "HUGEINT")
    return sql.cast(sql.op("-", sql.call("xor", bits, middle), middle), target.kernel)


def _float_to_integer(value: Sql, source: Float, target: Integer) -> Sql:
    cut = sql.call("trunc", value)
    if target.bits >= 128:
        inside = _float_to_wide(cut, source, target)
    elif target == UINT64:
        huge = sql.coalesce(sql.try_cast(cut, "BIGINT"), sql.try_cast(cut, "UBIGINT"), 1 << 63)
        inside = wrap(huge, Integer(128, True), target)
    else:
        inside = _through(INT64 if target.bits == 64 or target == UINT32 else INT32, cut, target)
    odd = failure(Code.CANNOT_CONVERT_TYPE, "Unexpected inf or nan to integer conversion", target)
    return sql.case((sql.call("isfinite", value), inside), (sql.is_known(value), odd))


def _float_to_wide(cut: Sql, source: Float, target: Integer) -> Sql:
    """A whole number in 128 or 256 bits; those of 64 the kernel knows as ClickHouse does."""
    single, signed = (sql.TRUE if flag else sql.FALSE for flag in (source.bits < 64, target.signed))
    if target.wide:
        return wide_of_float(cut, single, signed)
    digits = digits_of_float(sql.cast(cut, "DOUBLE"), single, signed)
    near = _integer_to_integer(sql.try_cast(cut, "BIGINT"), INT64, target)
    inside = Sql(f"({cut} > -9223372036854775808::DOUBLE AND {cut} < 9223372036854775808::DOUBLE)")
    return sql.case((inside, near), otherwise=sql.cast(digits, target.kernel))


def _through(carrier: Integer, value: Sql, target: Integer) -> Sql:
    """As processors do: into 32 or 64 bits (the least number for what does not fit), then cut."""
    lowest = carrier.literal(carrier.minimum)
    carried = sql.coalesce(sql.try_cast(value, carrier.kernel), lowest)
    return carried if carrier == target else _integer_to_integer(carried, carrier, target)


def _decimal(value: Sql, source: Type, target: Type) -> Sql:
    if (isinstance(target, Decimal) and target.wide) or (
        isinstance(source, Decimal) and source.wide
    ):
        return _wide_decimal(value, source, target)
    if isinstance(target, Decimal):
        return _to_decimal(value, source, target)
    if isinstance(target, Integer):
        whole = sql.cast(sql.call("trunc", value), "HUGEINT")
        if target.bits >= 128:
            return _integer_to_integer(whole, Integer(128, True), target)
        odd = failure(Code.DECIMAL_OVERFLOW, "Convert overflow", target)
        fits = sql.try_cast(whole, target.kernel)
        return sql.coalesce(fits, sql.case((sql.is_known(value), odd)))
    return sql.cast(value, target.kernel)


def _always_fits(source: Type, target: Decimal) -> bool:
    """Whether no value has more digits before the point than the decimal has room for."""
    room = target.digits - target.scale
    if isinstance(source, Decimal):
        return source.digits - source.scale <= room
    if not isinstance(source, Integer) or source.wide:
        return False
    return len(str(max(source.maximum, -source.minimum))) <= room


def _to_decimal(value: Sql, source: Type, target: Decimal) -> Sql:
    overflow = sql.call(
        "error", sql.string(raising(Code.DECIMAL_OVERFLOW, "Decimal convert overflow"))
    )
    if isinstance(source, Integer) and source.wide:
        value = sql.cast(wide_text(value, source), "HUGEINT")
    if isinstance(source, Float):
        return _float_to_decimal(value, source, target)
    if isinstance(source, Decimal) and source.scale > target.scale:
        value = sql.call("trunc", value, target.scale)
    if _always_fits(source, target):
        return sql.cast(value, target.kernel)
    fits = sql.try_cast(value, target.kernel)
    return sql.case((sql.is_known(value), sql.coalesce(fits, sql.cast(overflow, target.kernel))))


def _float_to_decimal(value: Sql, source: Float, target: Decimal) -> Sql:
    """A float times a power of ten, in its own width, cut to the whole number of a decimal."""
    factor = Sql(f"CAST({10**target.scale}::DOUBLE AS {source.kernel})")

    def made(moved: Sql) -> Sql:
        most = f"{float((1 << (target.bits - 1)) - 1)!r}::DOUBLE"
        words = "Decimal convert overflow. Cannot convert infinity or NaN to decimal"
        odd = failure(Code.DECIMAL_OVERFLOW, words, target)
        far = failure(
            Code.DECIMAL_OVERFLOW, "Decimal convert overflow. Float is out of range", target
        )
        whole = number(moved, source, Integer(max(target.bits, 64), True))
        return sql.case(
            (sql.is_null(moved), sql.NULL),
            (Sql(f"NOT isfinite({moved})"), odd),
            (Sql(f"{moved} >= {most} OR {moved} <= -{most}"), far),
            otherwise=whole if target.wide else _pointed(whole, target),
        )

    return sql.let(sql.op("*", value, factor), made)


def _pointed(whole: Sql, target: Decimal) -> Sql:
    """A whole number as a decimal with some of its digits behind the point."""
    if not target.scale:
        return sql.cast(whole, target.kernel)
    if target.bits <= 64:
        unit = Sql(f"CAST('0.{1:0{target.scale}d}' AS DECIMAL({target.scale},{target.scale}))")
        return sql.cast(sql.op("*", sql.cast(whole, "DECIMAL(19,0)"), unit), target.kernel)
    return sql.cast(with_point(sql.cast(whole, "VARCHAR"), target.scale), target.kernel)


def _wide_decimal(value: Sql, source: Type, target: Type) -> Sql:
    if isinstance(source, Float) and isinstance(target, Decimal):
        return _float_to_decimal(value, source, target)
    if isinstance(source, Decimal) and source.wide:
        text = digits_of_wide(value, True, source.scale, False)
    elif isinstance(source, Integer) and source.wide:
        text = wide_text(value, source)
    else:
        text = sql.cast(value, "VARCHAR")
    if isinstance(target, Decimal) and target.wide:
        return read_wide_decimal(text, target.scale)
    if isinstance(target, Integer) and target.wide:
        return read_wide(
            sql.call("split_part", text, sql.string("."), 1),
            target.signed,
        )
    if isinstance(target, Integer):
        odd = failure(Code.DECIMAL_OVERFLOW, "Convert overflow", target)
        fits = sql.try_cast(sql.call("split_part", text, sql.string("."), 1), target.kernel)
        return sql.coalesce(fits, sql.case((sql.is_known(value), odd)))
    return sql.cast(text, target.kernel)


def failure(code: Code, message: str, target: Type) -> Sql:
    """Kernel SQL that raises the error where a value of the target was due."""
    return sql.cast(sql.call("error", sql.string(raising(code, message))), target.kernel)
