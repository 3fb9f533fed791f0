"""What the configuration says of addresses: keys, regions, headers and limits by their beginning.

<s3>
    <use_environment_credentials>0</use_environment_credentials>
    <lake>
        <endpoint>https://lake.s3.eu-central-1.amazonaws.com/sales/</endpoint>
        <access_key_id>...</access_key_id>
        <secret_access_key>...</secret_access_key>
    </lake>
</s3>
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from sparktree.errors import Code, Error
from sparktree.settings.config import ATTRIBUTE, Config
from sparktree.stores.http import Limits, shown
from sparktree.stores.server_side_encryption import ServerSideEncryption
from sparktree.stores.signing import Credentials

_NUMBERS = ("connect_timeout_ms", "request_timeout_ms", "retry_attempts", "single_read_retries")
# What extra_credentials(...) names.
ROLE = ("role_arn", "role_session_name", "external_id")
_FLAGS = ("use_environment_credentials", "no_sign_request")
_TEXTS = ("access_key_id", "secret_access_key", "session_token", "region", *ROLE)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """How requests to addresses with a certain beginning are made."""

    prefix: str = ""
    credentials: Credentials | None = None
    signs: bool = True
    uses_environment: bool = True  # whether the environment's keys are taken if none are given
    region: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    limits: Limits = field(default_factory=Limits)
    role: tuple[str, str, str] = ("", "", "")  # its name, and what is told with it
    encryption: ServerSideEncryption = field(default_factory=ServerSideEncryption)


@dataclass(frozen=True, slots=True)
class Endpoints:
    """All that the configuration knows."""

    configured: tuple[Endpoint, ...] = ()
    others: Endpoint = field(default_factory=Endpoint)
    schemes: Mapping[str, str] = field(default_factory=dict)  # `s3a` to `https://{bucket}....`

    @classmethod
    def of(cls, config: Config) -> Endpoints:
        """The sections <s3> and <url_scheme_mappers>."""
        section = config.section("s3") or {}
        common = {
            name: told
            for name, told in section.items()
            if not isinstance(told, Mapping) or (name == "proxy" and "endpoint" not in told)
        }
        entries = [v for v in section.values() if isinstance(v, Mapping) and "endpoint" in v]
        mappers = config.section("url_scheme_mappers") or {}
        schemes = {k: str(v["to"]) for k, v in mappers.items() if isinstance(v, Mapping)}
        known = tuple(endpoint_of({**common, **entry}) for entry in entries)
        return cls(known, endpoint_of(common), schemes)

    def find(self, url: str) -> Endpoint:
        """What is said of the longest beginning of the address, or of all others."""
        fitting = [one for one in self.configured if url.startswith(one.prefix)]
        return max(fitting, key=lambda one: len(one.prefix), default=self.others)

    def mapped(self, url: str) -> str:
        """The address with its scheme replaced, if that is configured."""
        scheme, sign, rest = url.partition("://")
        template = self.schemes.get(scheme.lower()) if sign else None
        if template is None:
            return url
        bucket, _, key = rest.partition("/")
        return f"{template.replace('{bucket}', bucket).rstrip('/')}/{key}"


def endpoint_of(told: Mapping[str, Any]) -> Endpoint:
    """How requests are made, by what an element of the configuration has below it."""
    text = {name: str(told.get(name, "")) for name in _TEXTS}
    flags = {name: _flag(name, told[name]) for name in _FLAGS if name in told}
    key, secret = text["access_key_id"], text["secret_access_key"]
    return Endpoint(
        str(told.get("endpoint", "")),
        Credentials(key, secret, text["session_token"]) if key or secret else None,
        not flags.get("no_sign_request", False),
        flags.get("use_environment_credentials", True),
        text["region"],
        _headers(told.get("header", ())),
        _limits(
            {name: _number(name, told[name]) for name in _NUMBERS if name in told},
            _proxies(told["proxy"]) if "proxy" in told else (),
        ),
        (text["role_arn"], text["role_session_name"], text["external_id"]),
        ServerSideEncryption.of(told),
    )


def _limits(told: Mapping[str, int], proxies: tuple[str, ...]) -> Limits:
    usual = Limits()
    return Limits(
        told.get("retry_attempts", usual.attempts - 1) + 1,
        told.get("connect_timeout_ms", usual.connect_seconds * 1000) / 1000,
        told.get("request_timeout_ms", usual.request_seconds * 1000) / 1000,
        usual.first_pause,
        told.get("single_read_retries", usual.read_retries),
        proxies,
    )


def _proxies(told: object) -> tuple[str, ...]:
    """The addresses in <proxy>, of which each request takes the next."""
    if not isinstance(told, Mapping):
        if not told:
            return ()
        raise Error(Code.BAD_ARGUMENTS, "<proxy> has to be there once, with <uri> below it.")
    inside = {name: value for name, value in told.items() if not name.startswith(ATTRIBUTE)}
    if other := set(inside) - {"uri"}:
        raise Error(
            Code.NOT_IMPLEMENTED,
            f"<{min(other)}> in <proxy> is not implemented: only a list of <uri> is.",
        )
    given = inside.get("uri", ())
    found = tuple(str(uri).rstrip("/") for uri in (given if isinstance(given, list) else [given]))
    for uri in found:
        if uri.startswith("https:"):
            message = f"A proxy that speaks TLS is not implemented: '{shown(uri)}'."
            raise Error(Code.NOT_IMPLEMENTED, message)
        if not _is_proxy(uri):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"An <uri> in <proxy> has to be http://host:port, not '{shown(uri)}'.",
            )
    return found


def _is_proxy(uri: str) -> bool:
    try:
        address = urlsplit(uri)
        return address.scheme == "http" and bool(address.hostname) and address.port != 0
    except ValueError:  # of the port
        return False


def _headers(told: object) -> dict[str, str]:
    lines = told if isinstance(told, list | tuple) else [told]
    pairs = (str(line).partition(":") for line in lines)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _flag(name: str, value: object) -> bool:
    if str(value).lower() not in ("0", "1", "true", "false"):
        raise _wrong(name, value, "no Bool")
    return str(value).lower() in ("1", "true")


def _number(name: str, value: object) -> int:
    if not str(value).isdigit():
        raise _wrong(name, value, "no number")
    return int(str(value))


def _wrong(name: str, value: object, what: str) -> Error:
    return Error(
        Code.INVALID_CONFIG_PARAMETER,
        f"<{name}> in the section <s3> of the configuration is {what}: '{value}'",
    )
