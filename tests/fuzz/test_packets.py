"""Random packets and requests cost one connection alone."""

from collections.abc import Iterator

import pytest
from hypothesis import given

import sparktree
from tests.fuzz.packets import Served, dialogues, packet_differences
from tests.fuzz.requests import request_differences, requests
from tests.fuzz.rounds import bounded


@pytest.fixture(scope="module")
def served(shared_engine: sparktree.Engine) -> Iterator[Served]:
    with Served.started(shared_engine) as found:
        yield found


@bounded(60)
@given(sent=dialogues())
def test_random_packets_break_nothing(served: Served, sent: bytes) -> None:
    assert not dict(packet_differences(served, sent))


@bounded(60)
@given(sent=requests())
def test_random_requests_break_nothing(served: Served, sent: bytes) -> None:
    assert not dict(request_differences(served, sent))
