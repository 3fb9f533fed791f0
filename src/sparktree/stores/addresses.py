"""From addresses as users write them to stores and keys."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sparktree.errors import Code, Error
from sparktree.stores.endpoints import Endpoint, Endpoints
from sparktree.stores.hdfs import hdfs_store
from sparktree.stores.local import LocalStore
from sparktree.stores.roles import Role
from sparktree.stores.s3 import S3Store
from sparktree.stores.signing import Credentials
from sparktree.stores.store import Store

# `bucket.s3.region.amazonaws.com` and the like; any other host has the bucket in its path.
_VIRTUAL_HOST = re.compile(r"(.+)\.((?:s3|cos|obs|oss)[.\-][a-z0-9\-.:]+)", re.IGNORECASE)
_REGION = re.compile(r"(?:^|\.)s3[.\-]([a-z]{2}(?:-[a-z]+)+-\d)\.")
_SCHEMES = {
    "s3": "https://s3.amazonaws.com",
    "s3a": "https://s3.amazonaws.com",
    "s3n": "https://s3.amazonaws.com",
    "gs": "https://storage.googleapis.com",
    "gcs": "https://storage.googleapis.com",
    "oss": "https://oss.aliyuncs.com",
}
_BUCKET = range(3, 64)


def s3_store(url: str, known: Endpoint, *, at_root: bool = False) -> tuple[S3Store, str]:
    """The bucket of an address and the key in it, or BAD_ARGUMENTS; `at_root` the key may be
    empty. Where no keys are known, those of the environment are taken."""
    scheme, sign, rest = url.partition("://")
    scheme = scheme.lower()
    if not sign or (scheme not in _SCHEMES and scheme not in ("http", "https")):
        raise Error(Code.BAD_ARGUMENTS, f"Host is empty in S3 URI: '{url}'")
    # The rest is taken apart by hand: wildcards would mean something else in an address.
    authority, _, path = rest.partition("/")
    if scheme in _SCHEMES:
        endpoint, bucket, key = _SCHEMES[scheme], authority, path
        path_style = scheme in ("gs", "gcs")
    else:
        if not authority or authority.startswith(":"):
            raise Error(Code.BAD_ARGUMENTS, f"Host is empty in S3 URI: '{url}'")
        virtual = _VIRTUAL_HOST.fullmatch(authority)
        path_style = virtual is None
        if virtual is not None:
            bucket, host = virtual.groups()
            endpoint, key = f"{scheme}://{host}", path
        else:
            endpoint = f"{scheme}://{authority}"
            bucket, _, key = path.partition("/")
    _check(url, bucket, key, at_root)
    region = known.region or os.environ.get("AWS_REGION", "") or _region(endpoint)
    keys = _credentials(known)
    role = Role.of(*known.role, region) if known.role[0] else None
    store = S3Store(
        endpoint, bucket, keys, region, path_style, dict(known.headers), known.limits, role,
        encryption=known.encryption,
    )  # fmt: skip
    return store, unquote(key)


def _credentials(known: Endpoint) -> Credentials | None:
    if not known.signs:
        return None
    return known.credentials or (_environment_credentials() if known.uses_environment else None)


def _check(url: str, bucket: str, key: str, at_root: bool) -> None:
    if len(bucket) not in _BUCKET:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Bucket name length is out of bounds in virtual hosted style S3 URI:"
            f" '{bucket}' ({url})",
        )
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._\-]*", bucket):
        raise Error(Code.BAD_ARGUMENTS, f"Invalid bucket name '{bucket}' in S3 URI: {url}")
    if not (key or at_root) or key.startswith("/") or "//" in key:
        raise Error(Code.BAD_ARGUMENTS, f"Invalid S3 key: '{key}' ({url})")


def _region(endpoint: str) -> str:
    found = _REGION.search(urlsplit(endpoint).netloc)
    return found.group(1) if found else "us-east-1"


def _environment_credentials() -> Credentials | None:
    """Those of the usual variables, if they are set."""
    access, secret = os.environ.get("AWS_ACCESS_KEY_ID"), os.environ.get("AWS_SECRET_ACCESS_KEY")
    if not access or not secret:
        return None
    return Credentials(access, secret, os.environ.get("AWS_SESSION_TOKEN", ""))


def store_at(address: str, endpoints: Endpoints) -> tuple[Store, str]:
    """The store of an address as Hadoop writes them, in which a percent sign is one."""
    scheme, _, path = address.partition(":")
    encoded = address.replace("%", "%25")
    if scheme.lower() == "file":
        return local_store(f"/{path.lstrip('/')}")
    if scheme.lower() == "hdfs":
        return hdfs_store(encoded)
    if scheme.lower() in (*_SCHEMES, "http", "https"):
        mapped = endpoints.mapped(encoded)
        return s3_store(mapped, endpoints.find(mapped), at_root=True)
    raise Error(Code.BAD_ARGUMENTS, f"No store is known for the address '{address}'.")


def local_store(path: str) -> tuple[Store, str]:
    """Files of this machine; a relative path begins where the process runs."""
    if not path or "\0" in path:
        raise Error(Code.BAD_ARGUMENTS, f"Invalid path: '{path}'")
    absolute = path if path.startswith("/") else f"{Path.cwd()}/{path}"
    return LocalStore(), os.path.normpath(absolute)
