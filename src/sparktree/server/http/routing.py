"""Which handler answers which request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from sparktree.server.http.messages import Request, Response
from sparktree.server.http.query import QueryRequest
from sparktree.server.serving import Serving

Answer = Callable[[Request, Response], None]
_PLAIN = "text/plain; charset=UTF-8"
_HTML = "text/html; charset=UTF-8"
_NOWHERE = """There is no handle {path}

Use / or /ping for health checks.
Or /replicas_status for more sophisticated health checks.

Send queries from your program with POST method or GET /?query=...

Use clickhouse-client or sparktree client:

For interactive data analysis:
    clickhouse-client

For batch query processing:
    clickhouse-client --query='SELECT 1' > result
    clickhouse-client < query > result
"""


@dataclass(frozen=True, slots=True)
class Route:
    """Requests of some kind, and who answers them."""

    matches: Callable[[Request], bool]
    answer: Answer


class Router:
    """Answers requests: at once what is known, in a thread what takes its time."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._routes = default_routes(serving)

    def answer(self, request: Request, response: Response) -> None:
        """Called on the loop."""
        for route in self._routes:
            if route.matches(request):
                route.answer(request, response)
                return
        text = _NOWHERE.format(path=request.path).encode("utf-8", "surrogateescape")
        response.send(HTTPStatus.NOT_FOUND, text, Content_Type=_PLAIN)


def default_routes(serving: Serving) -> list[Route]:
    """The routes of a server whose configuration names none."""
    return [
        Route(_is_root, lambda request, response: _ok(response)),
        Route(_is_path("/ping"), lambda request, response: _ok(response)),
        Route(_is_path("/replicas_status"), lambda request, response: _ok(response)),
        Route(_is_query, query_handler(serving)),
    ]


def query_handler(serving: Serving) -> Answer:
    """Runs statements."""

    def answer(request: Request, response: Response) -> None:
        serving.run(QueryRequest(serving, request, response).answer)

    return answer


def _ok(response: Response) -> None:
    response.send(HTTPStatus.OK, b"Ok.\n", Content_Type=_HTML)


def _is_root(request: Request) -> bool:
    return request.method in ("GET", "HEAD") and request.target == "/"


def _is_path(path: str) -> Callable[[Request], bool]:
    def matches(request: Request) -> bool:
        return request.method in ("GET", "HEAD") and request.path == path

    return matches


def _is_query(request: Request) -> bool:
    if request.method not in ("GET", "HEAD", "POST", "OPTIONS"):
        return False
    return request.path in ("/", "/query")
