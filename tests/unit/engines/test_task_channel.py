"""Where tasks call the driver: fixed ports, and an address that is not the one it listens on."""

import socket

import pytest

from sparktree.engines.storage.task_channel import Lines, receive_message, send_message
from sparktree.errors import Error
from sparktree.spark.configuration import DriverAddress, driver_address
from tests.stores.servers import free_port


def echo(line: socket.socket) -> None:
    while (message := receive_message(line)) is not None:
        send_message(line, message.upper())


def asked(lines: Lines) -> bytes | None:
    with lines.line.opened() as line:
        send_message(line, b"hello")
        return receive_message(line)


def test_the_driver_is_called_at_its_host_and_listens_where_it_is_told() -> None:
    port = free_port()
    lines = Lines(DriverAddress("localhost", "0.0.0.0", port), echo, "lines")
    assert lines.line.address == ("localhost", port)
    assert asked(lines) == b"HELLO"
    lines.close()


def test_a_port_that_is_taken_gives_way_to_the_next() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        lines = Lines(DriverAddress(port=port, retries=50), echo, "lines")
        assert port < lines.line.address[1] <= port + 50 and asked(lines) == b"HELLO"
        lines.close()
        with pytest.raises(Error, match=r"spark\.sparktree\.driver\.port") as refused:
            Lines(DriverAddress(port=port), echo, "lines")
        assert refused.value.name == "NETWORK_ERROR"


def test_the_address_is_what_sparks_settings_say() -> None:
    assert driver_address({}) == DriverAddress(retries=16)
    conf = {
        "spark.driver.host": "driver.svc",
        "spark.driver.bindAddress": "10.0.0.7",
        "spark.sparktree.driver.port": "7100",
        "spark.port.maxRetries": "4",
    }
    assert driver_address(conf) == DriverAddress("driver.svc", "10.0.0.7", 7100, 4)
    assert driver_address({"spark.driver.host": "a"}).bind == "a"
