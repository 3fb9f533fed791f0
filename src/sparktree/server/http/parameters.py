"""What the URL and the headers of a request say about how its statement runs."""

from __future__ import annotations

import ast
import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sparktree.errors import Code, Error
from sparktree.server.http.messages import Request
from sparktree.server.http.multipart import Form
from sparktree.server.sessions import Credentials
from sparktree.statements.external_tables import ExternalData
from sparktree.types import parse_type
from sparktree.types.composite import Tuple

# Names in the URL that are no settings.
_RESERVED = frozenset(
    {
        "query", "compress", "decompress", "user", "password", "quota_key", "query_id",
        "stacktrace", "role", "buffer_size", "wait_end_of_query", "session_id", "session_timeout",
        "session_check", "close_session", "client_protocol_version", "database", "default_format",
    }
)  # fmt: skip
_PARAMETER = "param_"
_TRUE = frozenset({"1", "true"})
_EXTERNAL = ("_format", "_types", "_structure")


@dataclass(slots=True)
class Parameters:
    """The fields of a request, sorted by what they are."""

    reserved: dict[str, str] = field(default_factory=dict)
    roles: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)  # of query parameters
    external: dict[str, str] = field(default_factory=dict)  # how external tables are made

    @classmethod
    def of(
        cls,
        fields: Sequence[tuple[str, str]],
        external: Sequence[str] = (),
        names: frozenset[str] = frozenset(),
    ) -> Parameters:
        """The fields; of several with one name the last holds, of roles all of them do. `external`
        are the tables that came too, `names` query parameters that are known beforehand."""
        found = cls()
        ours = {f"{table}{ending}" for table in external for ending in _EXTERNAL}
        for name, value in fields:
            if name == "role":
                found.roles.append(value)
            elif name in _RESERVED:
                found.reserved[name] = value
            elif name in names:
                found.values[name] = value
            elif name.startswith(_PARAMETER):
                found.values[name.removeprefix(_PARAMETER)] = value
            elif name in ours:
                found.external[name] = value
            elif name:
                found.settings[name] = value
        return found

    def get(self, name: str, default: str = "") -> str:
        """The text of a reserved field."""
        return self.reserved.get(name, default)

    def flag(self, name: str) -> bool:
        """Whether a reserved field says yes."""
        return self.get(name).lower() in _TRUE

    def number(self, name: str, default: int = 0) -> int:
        """The number that a reserved field is."""
        text = self.get(name)
        if not text:
            return default
        if not text.isascii() or not text.isdigit():
            raise Error(
                Code.BAD_REQUEST_PARAMETER, f"The parameter {name} must be a number, not {text!r}"
            )
        return int(text)


def external_tables(form: Form, parameters: Parameters) -> list[ExternalData]:
    """The files of a form as tables, made as fields beside them say."""
    found = []
    for name, file in form.files.items():
        columns = parameters.external.get(f"{name}_structure")
        types = parameters.external.get(f"{name}_types")
        if not columns and not types:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Neither structure nor types have not been provided for external table {name}."
                f" Use fields {name}_structure or {name}_types to do so.",
            )
        format_ = parameters.external.get(f"{name}_format", "TabSeparated")
        found.append(ExternalData(name, columns or _numbered(types or ""), format_, file))
    return found


def _numbered(types: str) -> str:
    """The columns of types alone: `_1`, `_2`, ..."""
    found = parse_type(f"Tuple({types})")
    assert isinstance(found, Tuple)
    return ", ".join(f"_{i} {type_}" for i, type_ in enumerate(found.of, 1))


def response_headers(text: str) -> dict[str, str]:
    """The headers that a setting names, as `{'name': 'value'}`."""
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError) as error:
        message = f"http_response_headers must be a map of texts, not {text}"
        raise Error(Code.BAD_ARGUMENTS, message) from error
    if not isinstance(found, dict):
        raise Error(Code.BAD_ARGUMENTS, f"http_response_headers must be a map, not {text}")
    headers = {str(name): str(value) for name, value in found.items()}
    wrong = [name for name in headers if not re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII)]
    if wrong:
        raise Error(Code.BAD_ARGUMENTS, f"Not the name of a header: {wrong[0]!r}")
    return headers


def credentials_of(request: Request, parameters: Parameters) -> Credentials:
    """Who asks: by headers of ClickHouse, by Basic authentication or in the URL; not by two."""
    headers = request.headers
    quota_key = headers.get("x-clickhouse-quota", parameters.get("quota_key"))
    own = "x-clickhouse-user" in headers or "x-clickhouse-key" in headers
    basic = headers.get("authorization", "")
    in_url = "user" in parameters.reserved or "password" in parameters.reserved
    if headers.get("x-clickhouse-ssl-certificate-auth", "").lower() == "on":
        return _by_certificate(request, basic=bool(basic), in_url=in_url, quota_key=quota_key)
    if own and (basic or in_url):
        raise Error(
            Code.AUTHENTICATION_FAILED,
            "Invalid authentication: it is not allowed to use X-ClickHouse HTTP headers and other"
            " authentication methods simultaneously",
        )
    if basic and in_url:
        raise Error(
            Code.AUTHENTICATION_FAILED,
            "Invalid authentication: it is not allowed to use Authorization HTTP header and"
            " authentication via parameters simultaneously",
        )
    if own:
        user, password = headers.get("x-clickhouse-user", ""), headers.get("x-clickhouse-key", "")
    elif basic:
        user, password = _basic(basic)
    else:
        user, password = parameters.get("user"), parameters.get("password")
    return Credentials(user or "default", password, quota_key)


def _by_certificate(request: Request, *, basic: bool, in_url: bool, quota_key: str) -> Credentials:
    """The user of a header, whom the certificate of the connection names."""
    if basic or in_url or "x-clickhouse-key" in request.headers:
        raise Error(
            Code.AUTHENTICATION_FAILED,
            "Invalid authentication: it is not allowed to use SSL certificate authentication and"
            " authentication via password simultaneously",
        )
    if not request.certificate:
        raise Error(
            Code.AUTHENTICATION_FAILED,
            "Invalid authentication: SSL certificate authentication requires nonempty certificate's"
            " Common Name or Subject Alternative Name",
        )
    user = request.headers.get("x-clickhouse-user") or "default"
    return Credentials(user, "", quota_key, request.certificate)


def _basic(header: str) -> tuple[str, str]:
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "basic":
        raise Error(
            Code.AUTHENTICATION_FAILED,
            f"Invalid authentication: '{scheme}' HTTP Authorization scheme is not supported",
        )
    try:
        user, _, password = base64.b64decode(text, validate=True).decode("utf-8").partition(":")
    except (binascii.Error, UnicodeDecodeError, ValueError) as error:
        raise Error(
            Code.AUTHENTICATION_FAILED, "Invalid authentication: the header is no base64"
        ) from error
    return user, password
