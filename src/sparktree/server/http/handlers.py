"""The rules of `http_handlers` in the configuration: which requests, and what answers them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from sparktree.errors import Code, Error
from sparktree.server.http.messages import Request, Response
from sparktree.server.http.prometheus import prometheus_handler
from sparktree.server.http.query import Predefined, QueryRequest
from sparktree.server.serving import Serving
from sparktree.settings.config import Config

Captured = Mapping[str, str]  # what a rule's patterns took out of a request
Handler = Callable[[Request, Response, Captured], None]
_PLAIN = "text/plain; charset=UTF-8"
_PARAMETERS = re.compile(r"\{\s*(\w+)\s*:")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text that must be met, or with `regex:` a pattern that captures."""

    text: str

    def match(self, value: str | None) -> Captured | None:
        """What it captures; None if the value is another one."""
        if value is None:
            return None
        if not self.text.startswith("regex:"):
            return {} if value == self.text else None
        found = re.fullmatch(self.text.removeprefix("regex:"), value)
        if found is None:
            return None
        return {name: text for name, text in found.groupdict().items() if text is not None}


@dataclass(frozen=True, slots=True)
class Rule:
    """Requests of some kind, and what answers them."""

    handler: Handler
    methods: frozenset[str] = frozenset()
    url: Pattern | None = None
    whole_url: bool = False  # with what stands behind `?`
    headers: tuple[tuple[str, Pattern], ...] = ()

    def match(self, request: Request) -> Captured | None:
        """What its patterns capture of a request that it is for; None for others."""
        if self.methods and request.method not in self.methods:
            return None
        captured: dict[str, str] = {}
        values = [(pattern, request.headers.get(name)) for name, pattern in self.headers]
        if self.url is not None:
            values.append((self.url, request.target if self.whole_url else request.path))
        for pattern, value in values:
            found = pattern.match(value)
            if found is None:
                return None
            captured |= found
        return captured


def configured_rules(serving: Serving) -> Iterator[Rule | None]:
    """The rules in their order; None stands for the usual ones."""
    section = serving.config.section("http_handlers")
    for name, value in (section or {}).items():
        if name == "defaults":
            yield None
            continue
        for one in value if isinstance(value, list) else [value]:
            if not isinstance(one, Mapping) or not isinstance(one.get("handler"), Mapping):
                raise _wrong(f"<{name}> has no handler")
            yield _rule(one, serving)


def handler_of(handler: Mapping[str, Any], serving: Serving) -> Handler:
    """What the section of a handler describes."""
    kind = str(handler.get("type", ""))
    if kind not in _KINDS:
        raise Error(
            Code.INVALID_CONFIG_PARAMETER, f"Unknown handler type '{kind}' in http_handlers"
        )
    return _KINDS[kind](handler, serving)


def _rule(node: Mapping[str, Any], serving: Serving) -> Rule:
    methods = str(node.get("methods", "")).upper().replace(" ", "")
    url = node.get("url", node.get("full_url"))
    headers = node.get("headers")
    pairs = headers.items() if isinstance(headers, Mapping) else ()
    return Rule(
        handler_of(node["handler"], serving),
        frozenset(filter(None, methods.split(","))),
        Pattern(str(url)) if url else None,
        "full_url" in node,
        tuple((name.lower(), Pattern(str(text))) for name, text in pairs),
    )


def _wrong(why: str) -> Error:
    return Error(Code.INVALID_CONFIG_PARAMETER, f"http_handlers: {why}")


def _response_headers(handler: Mapping[str, Any]) -> dict[str, str]:
    found = handler.get("http_response_headers")
    headers = {str(k): str(v) for k, v in found.items()} if isinstance(found, Mapping) else {}
    if handler.get("content_type"):
        headers["Content-Type"] = str(handler["content_type"])
    return headers


def _static(handler: Mapping[str, Any], serving: Serving) -> Handler:
    status = HTTPStatus(int(handler.get("status", 200)))
    headers = {"Content-Type": _PLAIN} | _response_headers(handler)
    content = str(handler.get("response_content", ""))

    def answer(request: Request, response: Response, captured: Captured) -> None:
        try:
            data = _content(content, serving.config)
        except Error as error:
            response.send(HTTPStatus.INTERNAL_SERVER_ERROR, f"{error}\n".encode())
            return
        response.headers |= headers
        response.send(status, data)

    return answer


def _content(text: str, config: Config) -> bytes:
    """A text, an element of the configuration, or a file among the user's files."""
    if text.startswith("config://"):
        return (config.text(text.removeprefix("config://")) or "").encode()
    if not text.startswith("file://"):
        return text.encode()
    folder = Path(config.text("user_files_path") or ".").resolve()
    file = (folder / text.removeprefix("file://").lstrip("/")).resolve()
    if not file.is_relative_to(folder):
        raise Error(Code.PATH_ACCESS_DENIED, f"File path {file} is not inside {folder}")
    try:
        return file.read_bytes()
    except OSError as error:
        raise Error(Code.INCORRECT_FILE_NAME, f"Invalid file name {file}") from error


def _redirect(handler: Mapping[str, Any], serving: Serving) -> Handler:
    location = str(handler.get("location", ""))
    if not location:
        raise _wrong("a redirect has no location")
    return lambda request, response, captured: response.send(HTTPStatus.FOUND, Location=location)


def _predefined(handler: Mapping[str, Any], serving: Serving) -> Handler:
    query = str(handler.get("query", ""))
    if not query:
        raise _wrong("there is no query in a predefined_query_handler")
    return _runs(handler, serving, query, "query")


def _dynamic(handler: Mapping[str, Any], serving: Serving) -> Handler:
    return _runs(handler, serving, None, str(handler.get("query_param_name", "query")))


def _runs(handler: Mapping[str, Any], serving: Serving, query: str | None, field: str) -> Handler:
    headers = _response_headers(handler)
    names = frozenset(_PARAMETERS.findall(query or ""))

    def answer(request: Request, response: Response, captured: Captured) -> None:
        wanted = Predefined(query, field, names, captured, headers)
        serving.run(QueryRequest(serving, request, response, wanted).answer)

    return answer


def _ok(handler: Mapping[str, Any], serving: Serving) -> Handler:
    return lambda request, response, captured: response.send(
        HTTPStatus.OK, b"Ok.\n", Content_Type="text/html; charset=UTF-8"
    )


def _prometheus(handler: Mapping[str, Any], serving: Serving) -> Handler:
    answer = prometheus_handler(serving)
    return lambda request, response, captured: answer(request, response)


_KINDS: dict[str, Callable[[Mapping[str, Any], Serving], Handler]] = {
    "static": _static,
    "redirect": _redirect,
    "predefined_query_handler": _predefined,
    "dynamic_query_handler": _dynamic,
    "ping": _ok,
    "replicas_status": _ok,
    "prometheus": _prometheus,
}
