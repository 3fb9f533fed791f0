"""The kernel's errors as ours."""

import re

import duckdb

from sparktree.errors import Code, Error

# What lowered SQL raises on purpose: error('CODE_NAME: message').
_RAISED = re.compile(r"\[\[([A-Z_0-9]+)\]\] (.*)", re.DOTALL)
# An Error that a stream of rows raised, in the words of those who read the stream.
_IN_STREAM = re.compile(r"Code: \d+\. DB::Exception: (.*?) \(([A-Z_0-9]+)\)", re.DOTALL)


def raising(code: Code, message: str) -> str:
    """The text for the kernel's error() that `translate` turns back into an Error."""
    return f"[[{code.name}]] {message}"


def translate(error: duckdb.Error) -> Error:
    """The Error that a failure of the kernel means to the user."""
    text = str(error)
    raised = _RAISED.search(text)
    if raised:
        return Error(Code[raised.group(1)], raised.group(2).strip())
    in_stream = _IN_STREAM.search(text)
    if in_stream and in_stream.group(2) in Code.__members__:
        return Error(Code[in_stream.group(2)], in_stream.group(1))
    for pattern, code, message in _ARITHMETIC:
        if pattern.search(text):
            return Error(code, message)
    if isinstance(error, duckdb.OutOfMemoryException):
        return Error(Code.MEMORY_LIMIT_EXCEEDED, _memory(text))
    for kind, code in _CODES:
        if isinstance(error, kind):
            return Error(code, text.split("\n\nLINE ")[0].strip())
    return Error(Code.LOGICAL_ERROR, f"The kernel failed: {text}")


def _memory(text: str) -> str:
    """What lacks memory; the kernel's advice is about settings that users do not have."""
    found = _ALLOCATION.search(text)
    if found is None:
        return f"Query memory limit exceeded: {text.split(chr(10))[0].strip()}"
    size, used, limit = found.groups()
    return (
        f"Query memory limit exceeded: cannot allocate {size} in a task that uses {used},"
        f" maximum: {limit}. See the settings max_memory_usage and spark.sparktree.task.memory"
    )


def streamed(failure: Exception) -> duckdb.Error | None:
    """The kernel's own error, if a failure is one that came while its rows were read as a stream.

    Arrow knows only the words of it. Trouble with files stays what it was: it may pass.
    """
    found = _STREAMED.match(str(failure)) if isinstance(failure, OSError) else None
    return _STREAM_KINDS[found.group(1)](str(failure)) if found else None


_SIZE = r"([\d.]+ \w+)"
_ALLOCATION = re.compile(rf"of size {_SIZE} \({_SIZE}/{_SIZE} used\)")
_STREAM_KINDS: dict[str, type[duckdb.Error]] = {
    "Invalid Input Error": duckdb.InvalidInputException,
    "Conversion Error": duckdb.ConversionException,
    "Out of Range Error": duckdb.OutOfRangeException,
    "Out of Memory Error": duckdb.OutOfMemoryException,
    "INTERRUPT Error": duckdb.InterruptException,
    "INTERNAL Error": duckdb.InternalException,
}
_STREAMED = re.compile(f"({'|'.join(_STREAM_KINDS)}): ")

# What lowered arithmetic leaves to the kernel to find out.
_ARITHMETIC = (
    (
        re.compile("Max expression depth limit of"),
        Code.TOO_DEEP_RECURSION,
        "An expression of the query is nested too deeply.",
    ),
    (
        re.compile(r"to type DECIMAL\(\d+,\d+\) failed|Overflow in .* of DECIMAL"),
        Code.DECIMAL_OVERFLOW,
        "Decimal math overflow",
    ),
    (
        re.compile("Overflow in division of"),
        Code.ILLEGAL_DIVISION,
        "Division of minimal signed number by minus one",
    ),
)
_CODES: tuple[tuple[type[duckdb.Error], Code], ...] = (
    (duckdb.InterruptException, Code.QUERY_WAS_CANCELLED),
    (duckdb.ConversionException, Code.CANNOT_PARSE_TEXT),
    (duckdb.OutOfRangeException, Code.ARGUMENT_OUT_OF_BOUND),
    (duckdb.IOException, Code.CANNOT_READ_ALL_DATA),
    (duckdb.InvalidInputException, Code.BAD_ARGUMENTS),
)
