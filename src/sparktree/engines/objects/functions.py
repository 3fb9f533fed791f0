"""The table functions over files: s3, gcs, azureBlobStorage, hdfs, file, url; for clusters."""

from __future__ import annotations

from dataclasses import replace

from sparktree.engines.objects.arguments import AZURE, FILE, HDFS, S3, URL, Form, given_arguments
from sparktree.engines.objects.source import AUTO, Source, source_of
from sparktree.engines.objects.table import open_objects
from sparktree.engines.storage.clusters import cluster
from sparktree.engines.table_functions.declare import TableCall, table_function
from sparktree.engines.table_functions.structures import plain_structure
from sparktree.errors import Code, Error
from sparktree.planner.sources import TableSource

FORMS: dict[str, Form] = {
    "s3": S3,
    "gcs": S3,
    "cosn": S3,
    "oss": S3,
    "azureBlobStorage": AZURE,
    "hdfs": HDFS,
    "file": FILE,
    "url": URL,
}


def called_source(call: TableCall) -> Source:
    """The files that a call means."""
    form = FORMS[call.name.removesuffix("Cluster")]
    return source_of(given_arguments(form, call.args, call.constants.value, call.storage))


def _opened(call: TableCall) -> TableSource:
    source = called_source(call)
    header = plain_structure(source.structure) if source.structure != AUTO else ()
    return open_objects(call.name, source, header, call.environment)


@table_function("s3", "gcs", "oss", "cosn", engine="S3", source="S3")
def s3(call: TableCall) -> TableSource:
    """Files on S3: s3(url[, NOSIGN | id, secret][, format[, structure[, compression]]])."""
    return _opened(call)


@table_function("azureBlobStorage", engine="Azure", source="AZURE")
def azure(call: TableCall) -> TableSource:
    """Files on Azure: azureBlobStorage(connection_string | account_url, container, path
    [, account, key][, format[, compression[, structure]]])."""
    return _opened(call)


@table_function("file", engine="File", source="FILE")
def file(call: TableCall) -> TableSource:
    """Files of this machine: file('path'[, format[, structure[, compression]]])."""
    return _opened(call)


@table_function("hdfs", engine="HDFS", source="HDFS")
def hdfs(call: TableCall) -> TableSource:
    """Files on HDFS: hdfs('hdfs://host:port/path'[, format[, structure[, compression]]])."""
    return _opened(call)


@table_function("url", engine="URL", source="URL")
def url(call: TableCall) -> TableSource:
    """Files of web servers: url('http...'[, format[, structure[, compression]]][, headers()])."""
    return _opened(call)


@table_function("s3Cluster", source="S3")
@table_function("azureBlobStorageCluster", source="AZURE")
@table_function("hdfsCluster", source="HDFS")
@table_function("fileCluster", source="FILE")
@table_function("urlCluster", source="URL")
def on_cluster(call: TableCall) -> TableSource:
    """As s3 and the like, behind the name of a cluster: every query runs on Spark's."""
    if not call.args:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Table function {call.name} needs the name of a cluster, and what"
            f" {call.name.removesuffix('Cluster')} takes.",
        )
    cluster(str(call.value(0)), call.storage)
    return _opened(replace(call, args=call.args[1:]))
