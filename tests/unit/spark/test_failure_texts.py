"""What Spark and py4j say of a failure, as errors of ours."""

import pytest
from py4j.protocol import (  # type: ignore[import-untyped]
    ERROR,
    Py4JError,
    Py4JNetworkError,
    get_return_value,
)

from sparktree.errors import Code
from sparktree.spark import failures

ENDED = "Spark's JVM does not answer: it has ended, most often for want of memory."


def _unanswered() -> Exception:
    """What py4j raises of a call whose connection breaks before the answer is there."""
    with pytest.raises(Py4JError) as caught:
        get_return_value(ERROR, None, "o43", "setJobGroup")
    unanswered: Exception = caught.value
    return unanswered


@pytest.mark.parametrize(
    "failure",
    [_unanswered(), ConnectionRefusedError("no"), EOFError(), Py4JNetworkError("Answer is empty")],
    ids=lambda failure: type(failure).__name__,
)
def test_a_jvm_that_is_gone_is_said_in_one_sentence(failure: Exception) -> None:
    assert isinstance(failure, failures.SPARK_FAILURES)
    assert failures.is_gone(failure)
    error = failures.in_spark(failure)
    assert (error.code, error.message) == (Code.ABORTED, ENDED)
    started = failures.at_start(failure)
    assert started.code == Code.CANNOT_CREATE_CHILD_PROCESS and "o43" not in started.message


def test_classes_that_are_not_found_are_those_of_a_jvm_that_ended_or_lacks_them() -> None:
    failure = Py4JError("PairwiseRDD does not exist in the JVM")
    assert not failures.is_gone(failure)
    told = {ended: failures.at_start(failure, has_ended=ended).message for ended in (False, True)}
    assert told == {
        False: f"Spark could not be started: {failure}",
        True: "Spark's JVM ended before it was up, most often for want of memory.",
    }


def test_what_java_says_is_told() -> None:
    why = "py4j.Py4JException: Method f([]) does not exist"
    failure = Py4JError(f"An error occurred while calling o1.f. Trace:\n{why}\n\tat a.b(c)\n")
    assert not failures.is_gone(failure)
    assert failures.in_spark(failure).message == f"A Spark job failed: {why}"
