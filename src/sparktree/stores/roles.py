"""Roles of AWS that are taken on with one's own keys: they bring other keys, for a while."""

from __future__ import annotations

import datetime
import os
import threading
import time
import xml.etree.ElementTree as Xml
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from sparktree.errors import Code, Error
from sparktree.stores.answers import reason_of, tree_of
from sparktree.stores.http import Limits, Request, UnreachableError, send
from sparktree.stores.objects import OK
from sparktree.stores.signing import Credentials, signed

_VERSION = "2011-06-15"
_SERVICE = "sts"
_EARLY = 300.0  # seconds before their end that keys are no longer used
_USUAL_NAME = "sparktree"


@dataclass(frozen=True, slots=True)
class Role:
    """A role, and who hands it out."""

    arn: str
    session_name: str = ""
    external_id: str = ""
    endpoint: str = ""

    @classmethod
    def of(cls, arn: str, session_name: str, external_id: str, region: str) -> Role:
        """A role whose server is the usual one, or the one that the environment names."""
        usual = f"https://sts.{region}.amazonaws.com" if region else "https://sts.amazonaws.com"
        endpoint = os.environ.get("AWS_ENDPOINT_URL_STS") or usual
        return cls(arn, session_name or _USUAL_NAME, external_id, endpoint.rstrip("/"))


_LOCK = threading.Lock()
_TAKEN: dict[tuple[Role, Credentials], tuple[Credentials, float]] = {}  # with their ends


def role_credentials(
    role: Role, own: Credentials | None, region: str, limits: Limits
) -> Credentials:
    """The keys of the role; asked for anew before they end."""
    if own is None:
        raise Error(Code.S3_ERROR, f"Cannot take on the role '{role.arn}' without keys.")
    with _LOCK:
        found = _TAKEN.get((role, own))
        if found is None or found[1] - _EARLY < time.time():
            found = _TAKEN[role, own] = _asked(role, own, region, limits)
        return found[0]


def _asked(role: Role, own: Credentials, region: str, limits: Limits) -> tuple[Credentials, float]:
    query = {
        "Action": "AssumeRole",
        "Version": _VERSION,
        "RoleArn": role.arn,
        "RoleSessionName": role.session_name,
    }
    if role.external_id:
        query["ExternalId"] = role.external_id
    headers = {"content-type": "application/x-www-form-urlencoded"}
    request = Request("POST", "/", headers, urlencode(query).encode())
    host = urlsplit(role.endpoint).netloc
    what = f"Cannot take on the role '{role.arn}'"
    try:
        answer = send(role.endpoint, lambda: signed(request, host, own, region, _SERVICE), limits)
    except UnreachableError as error:
        raise Error(Code.S3_ERROR, f"{what}: {error}.") from error
    if answer.status not in OK:
        name, message = reason_of(answer)
        raise Error(Code.S3_ERROR, f"{what}: {message or name} (HTTP {answer.status}).")
    try:
        told = {node.tag: node.text or "" for node in tree_of(answer).iter()}
        ends = datetime.datetime.fromisoformat(told["Expiration"]).timestamp()
        keys = Credentials(told["AccessKeyId"], told["SecretAccessKey"], told["SessionToken"])
    except (Xml.ParseError, KeyError, ValueError) as error:
        raise Error(Code.S3_ERROR, f"{what}: the answer has no keys.") from error
    return keys, ends
