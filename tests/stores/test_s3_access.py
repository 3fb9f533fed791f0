"""Who asks S3, by which address and how patiently: arguments, configuration, environment."""

from __future__ import annotations

import datetime
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import pytest

import sparktree
from sparktree.stores.addresses import s3_store
from sparktree.stores.endpoints import Endpoint
from sparktree.stores.signing import Credentials
from tests.oracle import Oracle
from tests.stores.servers import DROP, KEY, SECRET, Asked, Bucket, served

CSV = "'CSV', 'x Int8'"


def error_of(db: sparktree.Engine, query: str) -> sparktree.Error:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    return caught.value


@contextmanager
def configured(folder: Path, s3: str, more: str = "") -> Iterator[sparktree.Engine]:
    """An engine whose configuration has a section <s3>."""
    config = folder / "config.xml"
    config.write_text(f"<clickhouse><s3>{s3}</s3>{more}</clickhouse>")
    with sparktree.connect(str(folder / "configured"), config=str(config)) as engine:
        yield engine


def entry(name: str, endpoint: str, **values: object) -> str:
    told = "".join(f"<{key}>{value}</{key}>" for key, value in values.items())
    return f"<{name}><endpoint>{endpoint}</endpoint>{told}</{name}>"


def test_keys_of_the_configuration_by_the_beginning_of_the_address(
    bucket: Bucket, tmp_path: Path
) -> None:
    bucket.put("a/f.csv", "1\n")
    bucket.put("b/f.csv", "2\n")
    right = {"access_key_id": KEY, "secret_access_key": SECRET}
    wrong = {"access_key_id": KEY, "secret_access_key": "wrongSecret000001"}
    section = entry("all", f"{bucket.url}/", **wrong) + entry(
        "a", f"{bucket.url}/a/", session_token="someToken", region="eu-west-3",
        header="X-Own: told", **right,
    )  # fmt: skip
    with configured(tmp_path, section) as db:
        assert db.query(f"SELECT x FROM s3('{bucket.url}/a/f.csv', {CSV})").text() == "1\n"
        headers = bucket.asked[-1].headers
        assert headers["x-amz-security-token"] == "someToken" and headers["x-own"] == "told"
        assert "/eu-west-3/s3/" in headers["authorization"]
        db.query(f"CREATE TABLE t (x Int8) ENGINE = S3('{bucket.url}/a/new.csv', 'CSV')")
        db.query("INSERT INTO t VALUES (5)")
        assert db.query("SELECT x FROM t").text() == "5\n"
        # A shorter beginning has other keys; those of the arguments come before all.
        refused = error_of(db, f"SELECT x FROM s3('{bucket.url}/b/f.csv', {CSV})")
        assert refused.name == "S3_ERROR" and "wrongSecret" not in str(refused)
        own = f"SELECT x FROM s3({bucket.args('b/f.csv', CSV)})"
        assert db.query(own).text() == "2\n"
        nobody = error_of(db, f"SELECT x FROM s3('{bucket.url}/a/f.csv', NOSIGN, {CSV})")
        assert nobody.name == "S3_ERROR"
        assert "authorization" not in bucket.asked[-1].headers


def test_keys_of_the_environment(
    bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket.put("f.csv", "1\n")
    query = f"SELECT x FROM s3('{bucket.url}/f.csv', {CSV})"
    with configured(tmp_path, "") as db:
        assert error_of(db, query).name == "S3_ERROR"
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        monkeypatch.setenv("AWS_SESSION_TOKEN", "tokenOfTheEnvironment")
        monkeypatch.setenv("AWS_REGION", "eu-north-1")
        assert db.query(query).text() == "1\n"
        headers = bucket.asked[-1].headers
        assert headers["x-amz-security-token"] == "tokenOfTheEnvironment"
        assert "/eu-north-1/s3/" in headers["authorization"]
        without = query.replace(CSV, f"{CSV}, use_environment_credentials = 0")
        assert error_of(db, without).name == "S3_ERROR"
    with configured(tmp_path, "<use_environment_credentials>0</use_environment_credentials>") as db:
        assert error_of(db, query).name == "S3_ERROR"


@pytest.mark.parametrize(
    "section",
    [
        entry("a", "http://x/", retry_attempts="many"),
        entry("a", "http://x/", no_sign_request="perhaps"),
        "<request_timeout_ms>-1</request_timeout_ms>",
    ],
)
def test_configurations_that_mean_nothing(section: str, tmp_path: Path) -> None:
    with configured(tmp_path, section) as db:
        wrong = error_of(db, f"SELECT x FROM s3('http://x/bucket/f.csv', {CSV})")
        assert wrong.name == "INVALID_CONFIG_PARAMETER"


def test_schemes_of_the_configuration(bucket: Bucket, tmp_path: Path) -> None:
    bucket.put("f.csv", "1\n")
    to = f"{bucket.url.removesuffix(bucket.name)}{{bucket}}"
    mappers = f"<url_scheme_mappers><s3a><to>{to}</to></s3a></url_scheme_mappers>"
    with configured(tmp_path, "", mappers) as db:
        args = f"'s3a://{bucket.name}/f.csv', '{KEY}', '{SECRET}', {CSV}"
        assert db.query(f"SELECT x, _path FROM s3({args})").text() == f"1\t{bucket.name}/f.csv\n"


def test_collections_of_the_configuration(bucket: Bucket, tmp_path: Path) -> None:
    bucket.put("f.csv", "1\n")
    collection = (
        f"<lake><url>{bucket.url}/</url><access_key_id>{KEY}</access_key_id>"
        f"<secret_access_key>{SECRET}</secret_access_key></lake>"
    )
    section = f"<named_collections>{collection}</named_collections>"
    with configured(tmp_path, "", section) as db:
        query = "SELECT x FROM s3(lake, filename = 'f.csv', format = 'CSV', structure = 'x Int8')"
        assert db.query(query).text() == "1\n"
        listed = (
            "SELECT name, collection['url'], source FROM system.named_collections ORDER BY name"
        )
        assert db.query(listed).text() == "lake\t[HIDDEN]\tCONFIG\n"
        for change, name in {
            "CREATE NAMED COLLECTION lake AS a = 1": "NAMED_COLLECTION_ALREADY_EXISTS",
            "ALTER NAMED COLLECTION lake SET a = 1": "NAMED_COLLECTION_IS_IMMUTABLE",
            "DROP NAMED COLLECTION lake": "NAMED_COLLECTION_IS_IMMUTABLE",
        }.items():
            assert error_of(db, change).name == name
        db.query("CREATE NAMED COLLECTION sea AS a = 1")
        assert db.query(listed).text() == "lake\t[HIDDEN]\tCONFIG\nsea\t\tSQL\n"


def test_google_by_its_s3_interface(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle
) -> None:
    bucket.put("d=1/f.csv", "5\n")
    read = f"SELECT x, _path FROM gcs({bucket.args('d=*/f.csv', CSV)})"
    # rclone writes tags of versions in two ways.
    lenient = " SETTINGS s3_validate_etag_on_read = 0"
    assert engine.query(read).text() == f"5\t{bucket.name}/d=1/f.csv\n"
    assert oracle.text(read + lenient) == f"5\t{bucket.name}/d=1/f.csv\n"
    args = bucket.args("g", "'Parquet'", "partition_strategy = 'hive'")
    engine.query(f"CREATE TABLE g (d Int32, x Int8) ENGINE = GCS({args}) PARTITION BY d")
    engine.query("INSERT INTO g VALUES (1, 2), (2, 3)")
    assert engine.query("SELECT * FROM g ORDER BY d").text() == "1\t2\n2\t3\n"
    again = bucket.args("g/*/*.parquet", "'Parquet'")
    assert oracle.text(f"SELECT d, x FROM gcs({again}) ORDER BY d{lenient}") == "1\t2\n2\t3\n"
    assert SECRET not in engine.query("SHOW CREATE TABLE g").text()
    engine.query(
        f"CREATE NAMED COLLECTION google AS url = '{bucket.url}/', access_key_id = '{KEY}',"
        f" secret_access_key = '{SECRET}'"
    )
    named = (
        "SELECT x FROM gcs(google, filename = 'd=1/f.csv', format = 'CSV', structure = 'x Int8')"
    )
    assert engine.query(named).text() == "5\n"
    for query, error in {
        f"SELECT * FROM gcs({bucket.args('none.csv', CSV)})": "FILE_DOESNT_EXIST",
        f"SELECT * FROM gcs('{bucket.url}/d=1/f.csv', 'AKIAWRONGKEY0001', 'x', {CSV})": "S3_ERROR",
        f"SELECT * FROM gcs('not an address', {CSV})": "BAD_ARGUMENTS",
    }.items():
        assert error_of(engine, query).name == error


@pytest.mark.parametrize(
    ("url", "endpoint", "bucket", "key", "region"),
    [
        ("gs://some-bucket/a/b", "https://storage.googleapis.com", "some-bucket", "a/b", None),
        ("https://storage.googleapis.com/some-bucket/a", "https://storage.googleapis.com",
         "some-bucket", "a", None),
        ("s3://some-bucket/a", "https://s3.amazonaws.com", "some-bucket", "a", None),
        ("https://b.ucket.s3.eu-west-1.amazonaws.com/a", "https://s3.eu-west-1.amazonaws.com",
         "b.ucket", "a", "eu-west-1"),
        ("https://s3.eu-west-1.amazonaws.com/some-bucket/a", "https://s3.eu-west-1.amazonaws.com",
         "some-bucket", "a", "eu-west-1"),
    ],
)  # fmt: skip
def test_addresses_name_endpoint_bucket_and_key(
    url: str, endpoint: str, bucket: str, key: str, region: str | None
) -> None:
    store, found = s3_store(url, Endpoint())
    told: Any = store
    assert (told.endpoint, told.bucket, found) == (endpoint, bucket, key)
    assert told.region == (region or "us-east-1")


def test_buckets_are_found_by_their_hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = socket.getaddrinfo

    def local(host: str, *more: Any) -> Any:
        return known("127.0.0.1" if host.endswith(".localhost") else host, *more)

    monkeypatch.setattr(socket, "getaddrinfo", local)
    (tmp_path / "bucket").mkdir()
    with served(tmp_path, "--force-path-style=false") as port:
        url = f"http://bucket.s3.localhost:{port}/a ö/f.csv"
        store, key = s3_store(url, Endpoint(credentials=Credentials(KEY, SECRET)))
        writing = store.stage(key, "insert")
        writing.write(b"1\n")
        store.publish(writing.finish())
        (found,) = store.list("a ö/")
        assert store.open(found).read() == b"1\n"


def test_servers_that_do_not_answer_are_not_waited_for_without_end(
    bucket: Bucket, tmp_path: Path
) -> None:
    bucket.put("f.csv", "1\n")
    answer = threading.Event()
    section = entry(
        "one", bucket.url, access_key_id=KEY, secret_access_key=SECRET, request_timeout_ms=200,
        retry_attempts=2,
    )  # fmt: skip
    query = f"SELECT x FROM s3('{bucket.url}/f.csv', {CSV})"

    def slowly(_: Asked) -> int | None:
        answer.wait(60)
        return None

    with configured(tmp_path, section) as db:
        for way in (slowly, lambda _: DROP, lambda _: 503):
            bucket.asked.clear()
            bucket.refuse = way
            failed = error_of(db, query)
            assert failed.name == "S3_ERROR" and SECRET not in str(failed)
            assert len(bucket.asked) == 3
        # Some failures on the way are no failure.
        tries = iter([503, DROP])
        bucket.refuse = lambda _: next(tries, None)
        assert db.query(query).text() == "1\n"
        # What can never work is not tried again.
        bucket.asked.clear()
        bucket.refuse = lambda _: 403
        assert error_of(db, query).name == "S3_ERROR"
        assert len(bucket.asked) == 1
        answer.set()


class Sts(BaseHTTPRequestHandler):
    """Hands out the server's keys, as AWS does, to whoever asks for one role."""

    asked: ClassVar[list[tuple[dict[str, str], dict[str, str]]]] = []
    seconds: ClassVar[int] = 3600

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        query = dict(parse_qsl(body))
        self.asked.append((query, {k.lower(): v for k, v in self.headers.items()}))
        status, answer = 200, self._keys()
        if query["RoleArn"] != "arn:aws:iam::1:role/reader":
            status, text = 403, "<Code>AccessDenied</Code><Message>Not you.</Message>"
            answer = f"<ErrorResponse><Error>{text}</Error></ErrorResponse>"
        self.send_response(status)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer.encode())

    def _keys(self) -> str:
        ends = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=self.seconds)
        told = {
            "AccessKeyId": KEY,
            "SecretAccessKey": SECRET,
            "SessionToken": "roleToken",
            "Expiration": ends.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        inside = "".join(f"<{name}>{value}</{name}>" for name, value in told.items())
        return (
            '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">'
            f"<AssumeRoleResult><Credentials>{inside}</Credentials></AssumeRoleResult>"
            "</AssumeRoleResponse>"
        )

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def sts(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Sts]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Sts)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("AWS_ENDPOINT_URL_STS", f"http://127.0.0.1:{server.server_address[1]}")
    Sts.asked.clear()
    yield Sts
    server.shutdown()
    server.server_close()
    thread.join()


def test_roles_that_are_taken_on(
    engine: sparktree.Engine, bucket: Bucket, sts: type[Sts], tmp_path: Path
) -> None:
    bucket.put("f.csv", "5\n")
    role = "role_arn = 'arn:aws:iam::1:role/reader', role_session_name = 'me', external_id = 'x7'"
    own = f"'{bucket.url}/f.csv', 'OWNKEYOWNKEY0001', 'ownSecretOwn0001', {CSV}"
    assert "S3_ERROR" in str(error_of(engine, f"SELECT x FROM s3({own})"))
    source = f"s3({own}, extra_credentials({role}))"
    bucket.asked.clear()
    for _ in range(2):
        assert engine.query(f"SELECT x FROM {source}").text() == "5\n"
    assert {a.headers["x-amz-security-token"] for a in bucket.asked} == {"roleToken"}
    query, headers = sts.asked[0]
    assert query["RoleArn"] == "arn:aws:iam::1:role/reader"
    assert (query["Action"], query["RoleSessionName"], query["ExternalId"]) == (
        "AssumeRole", "me", "x7")  # fmt: skip
    assert "OWNKEYOWNKEY0001/" in headers["authorization"]
    assert "/sts/aws4_request" in headers["authorization"]
    asked = len(sts.asked)
    engine.query(f"SELECT x FROM {source}")
    assert len(sts.asked) <= asked + 1  # keys are kept as long as they last, by each process
    # A table and the configuration take roles, too.
    args = f"{own.rpartition(', ')[0]}, extra_credentials({role})"
    engine.query(f"CREATE TABLE t (x Int8) ENGINE = S3({args})")
    assert engine.query("SELECT x FROM t").text() == "5\n"
    keys = {"access_key_id": "OWNKEYOWNKEY0002", "secret_access_key": "ownSecret0002"}
    section = entry("a", f"{bucket.url}/", role_arn="arn:aws:iam::1:role/reader", **keys)
    with configured(tmp_path, section) as db:
        assert db.query(f"SELECT x FROM s3('{bucket.url}/f.csv', {CSV})").text() == "5\n"
    other = source.replace("role/reader", "role/other")
    error = error_of(engine, f"SELECT x FROM {other}")
    assert error.name == "S3_ERROR" and "Not you" in error.message and "ownSecret" not in str(error)
    for wrong in ("foo = 'x'", "role_arn = 1"):
        refused = error_of(engine, f"SELECT x FROM s3({own}, extra_credentials({wrong}))")
        assert refused.name == "BAD_ARGUMENTS"


@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.DoubleStart")
def test_two_stars_between_slashes_are_any_folders_or_none(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    for key in ("a/1.csv", "a/b/2.csv", "a/b/c/3.csv", "b/4.csv", "5.csv"):
        bucket.put(key, f"{key[-5]}\n")
    for pattern, found in (
        ("a/**/*.csv", "1,2,3"),
        ("a/**/1.csv", "1"),
        ("**/*.csv", "1,2,3,4,5"),
        ("a/**/b/*.csv", "2"),
        ("a/**/c/*.csv", "3"),
        ("a/**", "1,2,3"),
    ):
        source = f"s3({bucket.args(pattern)}, 'CSV', 'n String')"
        query = f"SELECT arrayStringConcat(arraySort(groupArray(n)), ',') FROM {source}"
        answer = engine.query(query)
        assert answer.text() == f"{found}\n", pattern
        assert answer.statistics["rows_read"] == len(found.split(",")), pattern


def test_empty_objects_have_no_rows(engine: sparktree.Engine, bucket: Bucket) -> None:
    """They tell nothing of the columns, and hold no rows whatever their format."""
    bucket.put("0.csv", "")
    bucket.put("1.csv", "1,x\n")
    found = engine.query(f"SELECT * FROM s3({bucket.args('*.csv')})").text()
    assert found == "1\tx\n"
    function = f"s3({bucket.args('p.parquet')}, 'Parquet', 'a UInt8')"
    bucket.put("p.parquet", "")
    assert engine.query(f"SELECT count() FROM {function}").text() == "0\n"
    with pytest.raises(sparktree.Error) as caught:
        engine.query(f"SELECT count() FROM {function} SETTINGS s3_skip_empty_files = 0")
    assert caught.value.name == "INCORRECT_DATA"
    # An INSERT without rows makes an object of the name that it was given.
    engine.query(f"INSERT INTO FUNCTION s3({bucket.args('n.csv')}) SELECT 1 AS a WHERE 0")
    engine.query(f"INSERT INTO FUNCTION s3({bucket.args('n.orc')}) SELECT 1 AS a WHERE 0")
    assert {"n.csv", "n.orc"} <= set(bucket.objects())
    assert engine.query(f"DESCRIBE s3({bucket.args('n.orc')})").text().startswith("a\t")
