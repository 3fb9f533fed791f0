"""Starting Spark's JVM for a local session, without the scripts' detour and without noise.

Spark's own scripts start one JVM to compute the command of another, and print a banner.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyspark.find_spark_home import _find_spark_home
from pyspark.java_gateway import launch_gateway
from pyspark.serializers import UTF8Deserializer, read_int

from sparktree.errors import Code, Error
from sparktree.spark.configuration import JVM_OPTIONS, driver_heap
from sparktree.spark.java import find_java

_START_SECONDS = 60
_LOG4J = """
rootLogger.level = warn
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = %d{yy/MM/dd HH:mm:ss} %p %c{1}: %m%n%ex
"""
# Spark speaks on stderr when the root's level is not its own default; so its packages have one.
# What fails in a job is told to whoever asked for the job, not logged as well.
_LEVELS = {
    "org": "error",
    "org.apache.spark.executor": "off",
    "org.apache.spark.scheduler": "off",
    "org.apache.spark.api.python": "off",
    "org.apache.spark.storage": "off",
    "org.apache.spark.util.Utils": "off",
}
_OPENED = (
    "java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util"
    " java.util.concurrent java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs"
    " sun.security.action sun.util.calendar"
)


def launch(conf: Mapping[str, str]) -> Any:
    """A py4j gateway to a new JVM with Spark in it; the JVM ends when this process does."""
    folder = Path(tempfile.mkdtemp(prefix="sparktree-"))
    try:
        port, secret = _start(conf, folder)
        with _environment(PYSPARK_GATEWAY_PORT=str(port), PYSPARK_GATEWAY_SECRET=secret):
            return launch_gateway()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(conf: Mapping[str, str], folder: Path) -> tuple[int, str]:
    """Where the new JVM listens, and the secret it wants to hear."""
    (folder / "log4j2.properties").write_text(_log4j())
    answer = folder / "gateway"
    env = {
        **os.environ,
        "SPARK_HOME": _find_spark_home(),
        "SPARK_CONNECT_MODE": "0",
        "SPARK_LOCAL_IP": "127.0.0.1",
        "_PYSPARK_DRIVER_CONN_INFO_PATH": str(answer),
    }
    process = subprocess.Popen(
        _command(conf, folder),
        stdin=subprocess.PIPE,  # the JVM ends when this pipe does
        env=env,
        preexec_fn=_ignore_interrupts,
    )
    _wait(process, answer)
    with answer.open("rb") as info:
        return read_int(info), UTF8Deserializer().loads(info)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the statement that runs, not for the JVM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _wait(process: "subprocess.Popen[bytes]", answer: Path) -> None:
    end = time.monotonic() + _START_SECONDS
    while not answer.is_file():
        if process.poll() is not None:
            message = f"Spark's JVM ended with code {process.returncode} before it was up."
            raise Error(Code.CANNOT_CREATE_CHILD_PROCESS, message)
        if time.monotonic() > end:
            process.kill()
            message = f"Spark's JVM was not up after {_START_SECONDS} seconds."
            raise Error(Code.CANNOT_CREATE_CHILD_PROCESS, message)
        time.sleep(0.005)


def _command(conf: Mapping[str, str], folder: Path) -> list[str]:
    home = Path(_find_spark_home())
    heap = conf.get("spark.driver.memory") or f"{driver_heap() >> 20}m"
    classes = [conf.get("spark.driver.extraClassPath", ""), str(home / "jars" / "*")]
    command = [
        os.path.join(find_java(), "bin", "java"),
        *("-cp", os.pathsep.join(filter(None, classes))),
        f"-Xmx{heap}",
        *JVM_OPTIONS,
        "-XX:+IgnoreUnrecognizedVMOptions",
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED.split()),
        "-Djdk.reflect.useDirectMethodHandle=false",
        "-Dio.netty.tryReflectionSetAccessible=true",
        f"-Dlog4j2.configurationFile=file:{folder / 'log4j2.properties'}",
        *conf.get("spark.driver.extraJavaOptions", "").split(),
        "org.apache.spark.deploy.SparkSubmit",
    ]
    for key, value in conf.items():
        command += ["--conf", f"{key}={value}"]
    return [*command, "pyspark-shell"]


def _log4j() -> str:
    lines = [_LOG4J]
    for index, (name, level) in enumerate(_LEVELS.items()):
        lines += [f"logger.l{index}.name = {name}", f"logger.l{index}.level = {level}"]
    return "\n".join(lines)


@contextmanager
def _environment(**values: str) -> Iterator[None]:
    """The variables set for a moment."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
