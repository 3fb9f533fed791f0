"""Figures of the server in the text format of Prometheus."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus

from sparktree.server.http.messages import Request, Response
from sparktree.server.serving import Serving
from sparktree.settings.config import Config

_TYPE = "text/plain; version=0.0.4; charset=UTF-8"


@dataclass(frozen=True, slots=True)
class _Source:
    """A system table whose rows are figures."""

    switch: str  # in the configuration
    prefix: str
    kind: str
    query: str


_SOURCES = (
    _Source("events", "ClickHouseProfileEvents_", "counter",
            "SELECT event, value, description FROM system.events ORDER BY event"),
    _Source("metrics", "ClickHouseMetrics_", "gauge",
            "SELECT metric, value, description FROM system.metrics ORDER BY metric"),
    _Source("asynchronous_metrics", "ClickHouseAsyncMetrics_", "gauge",
            "SELECT metric, value, description FROM system.asynchronous_metrics ORDER BY metric"),
    _Source("errors", "ClickHouseErrorMetric_", "counter",
            "SELECT name, value, last_error_message FROM system.errors ORDER BY name"),
)  # fmt: skip


def figures(serving: Serving, config: Config) -> Iterator[str]:
    """The lines of all figures that the configuration wants."""
    for source in _SOURCES:
        if (config.text(f"prometheus.{source.switch}") or "true") in ("false", "0"):
            continue
        session = serving.engine.session()
        for name, value, doc in session.query(source.query, {"log_queries": 0}).rows():
            full = source.prefix + re.sub(r"\W", "_", str(name))
            if source.switch != "errors":
                yield f"# HELP {full} {_one_line(str(doc))}"
            yield f"# TYPE {full} {source.kind}"
            yield f"{full} {value:.15g}" if isinstance(value, float) else f"{full} {value}"


def _one_line(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def prometheus_handler(serving: Serving) -> Callable[[Request, Response], None]:
    """Answers with all figures."""

    def tell(response: Response) -> None:
        text = "".join(f"{line}\n" for line in figures(serving, serving.config))
        response.send(HTTPStatus.OK, text.encode(), Content_Type=_TYPE)

    return lambda request, response: serving.run(tell, response)
