"""S3 and what speaks its language."""

from __future__ import annotations

import base64
import datetime
import hashlib
import xml.etree.ElementTree as Xml
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from sparktree.errors import Code, Error
from sparktree.stores.answers import reason_of, tree_of
from sparktree.stores.http import Limits, Request, Response, UnreachableError, send
from sparktree.stores.objects import OK, ObjectStore, in_order
from sparktree.stores.roles import Role, role_credentials
from sparktree.stores.server_side_encryption import ServerSideEncryption
from sparktree.stores.signing import Credentials, signed, target_of
from sparktree.stores.store import ListedFile, Staged, Writing
from sparktree.stores.uploading import PartedUpload

_PAGE = 1000


@dataclass(frozen=True)
class S3Store(ObjectStore):
    """A bucket."""

    endpoint: str  # scheme://host[:port]
    bucket: str
    credentials: Credentials | None = None  # nobody: requests are not signed
    region: str = "us-east-1"
    path_style: bool = True
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    limits: Limits = field(default_factory=Limits)
    role: Role | None = None  # whose keys are used instead of the own ones
    deletes_many: bool = True  # whether one request deletes many objects
    encryption: ServerSideEncryption = field(default_factory=ServerSideEncryption)

    # --- reading --------------------------------------------------------------------------

    def list(self, prefix: str, *, deep: bool = False) -> Iterator[ListedFile]:
        """One request for each thousand names."""
        query = {"list-type": "2", "prefix": prefix, "max-keys": str(_PAGE)}
        if not deep:
            query["delimiter"] = "/"
        while True:
            tree = tree_of(self.ask("GET", "", query, what=f"list keys that begin with '{prefix}'"))
            yield from _listed(tree)
            token = tree.findtext("NextContinuationToken")
            if tree.findtext("IsTruncated") != "true" or not token:
                return
            query["continuation-token"] = token

    def display_path(self, key: str) -> str:
        """Bucket and key."""
        return f"{self.bucket}/{key}"

    # --- writing --------------------------------------------------------------------------

    def begin(self, key: str) -> str:
        """An upload: `sweep` knows only those whose keys hold the id of the INSERT."""
        begun = self.ask("POST", key, {"uploads": ""}, what="begin an upload")
        return tree_of(begun).findtext("UploadId") or ""

    def stage(self, key: str, insert: str, begun: str = "") -> Writing:
        """An upload in parts, which S3 shows to nobody before it is completed."""
        return _Upload(self, key, begun)

    def publish(self, staged: Staged, *, replaces: bool = False) -> None:
        """Complete the upload."""
        parts = "".join(
            f"<Part><PartNumber>{i}</PartNumber><ETag>{escape(tag)}</ETag></Part>"
            for i, tag in enumerate(staged.parts, 1)
        )
        body = f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>".encode()
        query = {"uploadId": staged.token}
        headers = {} if replaces else {"if-none-match": "*"}
        what = "complete the upload"
        answer = self.ask("POST", staged.key, query, headers, body, what=what, allowed=(412,))
        if answer.status == 412:
            raise Error(
                Code.FILE_ALREADY_EXISTS, f"Object {self.display_path(staged.key)} already exists"
            )
        # The answer begins before the work is done: an error may come in its body.
        tree = tree_of(answer)
        if tree.tag.endswith("Error"):
            raise self._refused(answer, staged.key, what)

    def withdraw(self, staged: Staged, *, shown: bool = True) -> None:
        """Abort the upload, and delete what it became."""
        if staged.token:
            query = {"uploadId": staged.token}
            self.ask("DELETE", staged.key, query, what="abort the upload", allowed=(404,))
        if shown:
            self.ask("DELETE", staged.key, what="delete", allowed=(404,))

    def sweep(self, prefix: str, insert: str) -> None:
        """Abort the uploads that tasks began and could not report."""
        self.forget_uploads(prefix, lambda key: insert in key)

    def _uploads(self, prefix: str) -> Iterator[tuple[str, str]]:
        query = {"uploads": "", "prefix": prefix}
        while True:
            # Some servers say so if there has never been an upload.
            tree = tree_of(self.ask("GET", "", query, what="list uploads", allowed=(404,)))
            for upload in tree.iter("Upload"):
                yield upload.findtext("Key") or "", upload.findtext("UploadId") or ""
            if tree.findtext("IsTruncated") != "true":
                return
            query["key-marker"] = tree.findtext("NextKeyMarker") or ""
            query["upload-id-marker"] = tree.findtext("NextUploadIdMarker") or ""

    # --- as a disk --------------------------------------------------------------------------

    def put(self, key: str, data: bytes, *, replaces: bool = False) -> None:
        """One request."""
        headers = {} if replaces else {"if-none-match": "*"}
        answer = self.ask("PUT", key, None, headers, data, what="write", allowed=(412,))
        if answer.status == 412:
            message = f"Object {self.display_path(key)} already exists"
            raise Error(Code.FILE_ALREADY_EXISTS, message)

    def delete(self, keys: Sequence[str]) -> None:
        """One request for each thousand, or for each where the server does not know better."""
        page = _PAGE if self.deletes_many else 1
        for start in range(0, len(keys), page):
            some = keys[start : start + page]
            if len(some) == 1:
                self.ask("DELETE", some[0], what="delete", allowed=(404,))
                continue
            named = "".join(f"<Object><Key>{escape(key)}</Key></Object>" for key in some)
            body = f"<Delete><Quiet>true</Quiet>{named}</Delete>".encode()
            digest = base64.b64encode(hashlib.md5(body, usedforsecurity=False).digest()).decode()
            headers = {"content-md5": digest}
            what = f"delete {len(some)} objects"
            answer = self.ask("POST", "", {"delete": ""}, headers, body, what=what)
            failed = [node for node in tree_of(answer).iter() if node.tag.endswith("Error")]
            if failed:
                raise self._refused(answer, failed[0].findtext("Key") or "", what)

    def forget_uploads(self, prefix: str, is_dead: Callable[[str], bool]) -> None:
        """Abort them, or they would be paid for ever."""
        for key, upload in list(self._uploads(prefix)):
            if is_dead(key):
                query = {"uploadId": upload}
                self.ask("DELETE", key, query, what="abort the upload", allowed=(404,))

    # --- requests -------------------------------------------------------------------------

    def ask(
        self,
        method: str,
        key: str,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        *,
        what: str,
        allowed: tuple[int, ...] = (),
    ) -> Response:
        """The answer of the server, or S3_ERROR that says `what` failed."""
        scheme, host = urlsplit(self.endpoint)[:2]
        path = f"/{self.bucket}/{key}" if self.path_style else f"/{key}"
        if self.path_style and not key:
            path = f"/{self.bucket}"
        if not self.path_style:
            host = f"{self.bucket}.{host}"
        target = target_of(path, query or {})
        encryption = self.encryption.headers(method, query or {}) if key else {}
        request = Request(method, target, {**self.headers, **encryption, **(headers or {})}, body)
        try:
            answer = send(
                f"{scheme}://{host}",
                lambda: signed(request, host, self._keys(), self.region),
                self.limits,
            )
        except UnreachableError as error:
            raise Error(Code.S3_ERROR, f"{self._doing(what, key)}: {error}.") from error
        if answer.status not in OK and answer.status not in allowed:
            raise self._refused(answer, key, what)
        return answer

    def _keys(self) -> Credentials | None:
        if any(name.lower() == "authorization" for name in self.headers):
            return None  # who asks is said in another way than by a signature
        if self.role is None:
            return self.credentials
        return role_credentials(self.role, self.credentials, self.region, self.limits)

    def _doing(self, what: str, key: str) -> str:
        of = f", key '{key}'" if key else ""
        return f"Cannot {what} (bucket '{self.bucket}'{of})"

    def _refused(self, answer: Response, key: str, what: str) -> Error:
        name, message = reason_of(answer)
        status = {301: "the bucket is in another region", 403: "access denied"}
        reason = message or status.get(answer.status, "the server refused")
        shown = f", S3 error code: {name}" if name else ""
        return Error(
            Code.S3_ERROR,
            f"{self._doing(what, key)}: {reason.rstrip('.')} (HTTP {answer.status}{shown}).",
        )


class _Upload(PartedUpload):
    """An upload in parts. One that somebody else has begun is somebody else's to abort, as another
    attempt at the task may go on with it."""

    def __init__(self, store: S3Store, key: str, begun: str) -> None:
        super().__init__(key)
        self._store = store
        self._upload = begun
        self._is_own = not begun

    def token(self) -> str:
        return self._upload

    def begin(self) -> None:
        if self._is_own:
            self._upload = self._store.begin(self.key)

    def send(self, number: int, data: bytes) -> str:
        query = {"partNumber": str(number + 1), "uploadId": self._upload}
        answer = self._store.ask("PUT", self.key, query, body=data, what="upload a part")
        return answer.headers.get("etag", "")

    def forget(self) -> None:
        if self._upload and self._is_own:
            self._store.withdraw(Staged(self.key, self._upload), shown=False)
            self._upload = ""


def _listed(tree: Xml.Element) -> Iterator[ListedFile]:
    found = [
        ListedFile(
            node.findtext("Key") or "",
            int(node.findtext("Size") or 0),
            _moment(node.findtext("LastModified") or ""),
            (node.findtext("ETag") or "").strip('"'),
        )
        for node in tree.iter("Contents")
    ]
    folders = [ListedFile(node.findtext("Prefix") or "") for node in tree.iter("CommonPrefixes")]
    yield from in_order(found, folders)


def _moment(text: str) -> float:
    return datetime.datetime.fromisoformat(text).timestamp() if text else 0.0
