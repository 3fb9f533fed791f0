"""Which rule answers which request."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

from sparktree.server.http.handlers import (
    Captured,
    Handler,
    Pattern,
    Rule,
    configured_rules,
    handler_of,
)
from sparktree.server.http.messages import Request, Response
from sparktree.server.http.page import page_rules
from sparktree.server.serving import Serving
from sparktree.settings.config import Config

_READING = frozenset({"GET", "HEAD"})
_PLAIN = "text/plain; charset=UTF-8"
_NOWHERE = """There is no handle {path}

Use / or /ping for health checks.
Or /replicas_status for more sophisticated health checks.

Send queries from your program with POST method or GET /?query=...

Use clickhouse-client or sparktree client:

For interactive data analysis:
    clickhouse-client
    or the page /play in a browser

For batch query processing:
    clickhouse-client --query='SELECT 1' > result
    clickhouse-client < query > result
"""


class Router:
    """Answers requests: at once what is known, in a thread what takes its time."""

    def __init__(self, rules: Iterator[Rule]) -> None:
        self._rules = tuple(rules)

    def answer(self, request: Request, response: Response) -> None:
        """Called on the loop."""
        for rule in self._rules:
            captured = rule.match(request)
            if captured is not None:
                rule.handler(request, response, captured)
                return
        text = _NOWHERE.format(path=request.path).encode("utf-8", "surrogateescape")
        response.send(HTTPStatus.NOT_FOUND, text, Content_Type=_PLAIN)


def statement_rules(serving: Serving) -> Iterator[Rule]:
    """The rules of the ports for statements."""
    if serving.config.section("http_handlers") is None:
        yield from _usual(serving)
        return
    for rule in configured_rules(serving):
        if rule is None:
            yield from _usual(serving)
        else:
            yield rule


def _usual(serving: Serving) -> Iterator[Rule]:
    """The rules of a server whose configuration names none."""
    yield from page_rules()
    ok = handler_of({"type": "ping"}, serving)
    yield Rule(ok, _READING, Pattern("/"), whole_url=True)
    yield Rule(ok, _READING, Pattern("regex:/ping|/replicas_status"))
    statements = Pattern("regex:/|/query")
    yield Rule(_options(serving.config), frozenset({"OPTIONS"}), statements)
    runs = handler_of({"type": "dynamic_query_handler"}, serving)
    yield Rule(runs, _READING | {"POST"}, statements)


def prometheus_rules(serving: Serving) -> Iterator[Rule]:
    """The rules of the port for Prometheus."""
    endpoint = serving.config.text("prometheus.endpoint") or "/metrics"
    yield Rule(handler_of({"type": "prometheus"}, serving), _READING, Pattern(endpoint))


def _options(config: Config) -> Handler:
    """What browsers are told that ask whether a page of another site may send statements."""
    headers = dict(_told(config))

    def answer(request: Request, response: Response, captured: Captured) -> None:
        response.headers |= headers
        response.send(HTTPStatus.NO_CONTENT)

    return answer


def _told(config: Config) -> Iterator[tuple[str, str]]:
    section = config.section("http_options_response")
    found = (section or {}).get("header", [])
    for one in found if isinstance(found, list) else [found]:
        yield str(one.get("name", "")), str(one.get("value", ""))
