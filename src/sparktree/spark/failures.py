"""What went wrong in a task or in Spark, as our errors."""

import logging
import os
import re

import duckdb
from py4j.protocol import (  # type: ignore[import-untyped]
    Py4JError,
    Py4JJavaError,
    Py4JNetworkError,
)
from pyspark.errors import PySparkException

from sparktree.errors import Code, Error
from sparktree.kernel.errors import streamed, translate

_GONE = (Py4JNetworkError, ConnectionError, EOFError)
SPARK_FAILURES = (Py4JError, PySparkException, ConnectionError, EOFError)
_CALLING = "An error occurred while calling "
_LOST_WORKER = re.compile(r"Python worker exited unexpectedly|ExecutorLostFailure|SIGKILL")
_NO_WORKER = re.compile(r"reading the port number|failed to connect back|Cannot run program")
_CAUSE = re.compile(r"^(\w+(?:\.\w+)*(?:Error|Exception)): (.*)$", re.MULTILINE)


def is_gone(failure: BaseException) -> bool:
    """Whether the JVM did not answer. Of a connection that breaks within a call py4j says only
    that an error occurred, and adds nothing of Java's."""
    text = str(failure)
    return isinstance(failure, _GONE) or (
        type(failure) is Py4JError and text.startswith(_CALLING) and "Trace:" not in text
    )


def in_task(failure: Exception) -> Error:
    """The Error for an exception in a task that trying again would not help."""
    if isinstance(failure, Error):
        return failure
    kernel = failure if isinstance(failure, duckdb.Error) else streamed(failure)
    if kernel is not None:
        return translate(kernel)
    if isinstance(failure, MemoryError):
        return Error(Code.MEMORY_LIMIT_EXCEEDED, "Memory limit exceeded in a Spark task.")
    return Error(Code.LOGICAL_ERROR, f"A task failed: {type(failure).__name__}: {failure}.")


def worth_retrying(failure: Exception) -> bool:
    """Whether the failure may be of the machine rather than of the query."""
    return isinstance(failure, OSError) and streamed(failure) is None


def in_spark(failure: BaseException) -> Error:
    """The Error for a job that Spark gave up."""
    if is_gone(failure):
        message = "Spark's JVM does not answer: it has ended, most often for want of memory."
        return Error(Code.ABORTED, message)
    text = _text(failure)
    if _NO_WORKER.search(text):
        message = "Spark could not start its Python workers, most often for want of memory."
        return Error(Code.ABORTED, message)
    cause = _cause(text)
    if _LOST_WORKER.search(text):
        message = f"A Spark worker was lost, most often for want of memory. {cause}"
        return Error(Code.ABORTED, message.strip())
    return Error(Code.ABORTED, f"A Spark job failed: {cause}")


def at_start(failure: BaseException, *, has_ended: bool = False) -> Error:
    """The Error for a Spark that did not come up; what py4j says of a JVM that ended meanwhile
    would only mislead."""
    if has_ended or is_gone(failure):
        message = "Spark's JVM ended before it was up, most often for want of memory."
    else:
        message = f"Spark could not be started: {_cause(_text(failure))}"
    return Error(Code.CANNOT_CREATE_CHILD_PROCESS, message)


def is_no_news(record: logging.LogRecord) -> bool:
    """A filter of logs: whether it is not py4j's own report, with a traceback, of a call that we
    report as an Error."""
    return record.module != "java_gateway" or "while sending command" not in str(record.msg)


def _text(failure: BaseException) -> str:
    if isinstance(failure, Py4JJavaError):
        return str(failure.java_exception)
    return str(failure)


def _cause(text: str) -> str:
    """The innermost Python exception in Spark's text, else its first line."""
    causes = _CAUSE.findall(text)
    if causes:
        return f"{causes[-1][0]}: {causes[-1][1]}"
    first = next((line for line in text.split(os.linesep) if line.strip()), "no reason was given")
    return first.strip()
