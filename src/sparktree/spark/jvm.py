"""Starting Spark's JVM for a local session, without the scripts' detour and without noise.

Spark's own scripts start one JVM to compute the command of another, and print a banner. Nothing
here imports pyspark, so that it can be imported while the JVM starts.
"""

import contextlib
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from sparktree.errors import Code, Error
from sparktree.spark import archive
from sparktree.spark.configuration import JVM_OPTIONS, PACKAGES, driver_heap
from sparktree.spark.java import find_java

_START_SECONDS = 120
_LOG4J = """
rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = %d{yy/MM/dd HH:mm:ss} %p %c{1}: %m%n%ex
"""
# Spark speaks on stderr unless its gateway has a level of its own that equals the root's.
# What fails in a job is told to whoever asked for the job, not logged as well.
_LEVELS = {
    "org.apache.spark.api.python.PythonGatewayServer": "error",
    "org.apache.spark.executor": "off",
    "org.apache.spark.scheduler": "off",
    "org.apache.spark.api.python": "off",
    "org.apache.spark.storage": "off",
}
_OPENED = (
    "java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util"
    " java.util.concurrent java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs"
    " sun.security.action sun.util.calendar"
)


class Jvm:
    """A JVM that starts, or runs; it ends when this process does."""

    def __init__(self, conf: Mapping[str, str], extra: tuple[str, ...] = ()) -> None:
        self._last: deque[str] = deque(maxlen=5)
        self._muted = False
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="sparktree-"))
            self._answer = self._folder / "gateway"
            (self._folder / "log4j2.properties").write_text(_log4j())
            self.process = self._start(_command(conf, self._folder, extra))
        except OSError as failure:
            message = f"Spark's JVM cannot be started: {failure.strerror or failure}."
            raise Error(Code.CANNOT_CREATE_CHILD_PROCESS, message) from failure
        threading.Thread(target=self._relay, name="sparktree-stderr", daemon=True).start()

    def _start(self, command: list[str]) -> "subprocess.Popen[bytes]":
        env = {
            **os.environ,
            "SPARK_HOME": str(spark_home()),
            "SPARK_CONNECT_MODE": "0",
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYTHONPATH": os.pathsep.join(filter(None, (PACKAGES, os.environ.get("PYTHONPATH")))),
            "_PYSPARK_DRIVER_CONN_INFO_PATH": str(self._answer),
        }
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # the JVM ends when this pipe does
            stderr=subprocess.PIPE,
            env=env,
            preexec_fn=_ignore_interrupts,
        )

    def address(self) -> tuple[int, str]:
        """Where the JVM listens, and the secret it wants to hear; waits until it does."""
        try:
            self._wait()
            with self._answer.open("rb") as info:
                port, length = struct.unpack("!ii", info.read(8))
                return port, info.read(length).decode()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def mute(self) -> None:
        """What is printed from now on is of no interest: the end has begun."""
        self._muted = True

    def let_go(self) -> None:
        """Tell the JVM to end; it does so in its own time."""
        self.mute()
        if self.process.stdin is not None:
            self.process.stdin.close()

    def has_ended(self, seconds: float) -> bool:
        """Whether the JVM has ended, or does within so many seconds."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self, seconds: float) -> int:
        """Tell the JVM to end and wait for it; its exit code."""
        self.let_go()
        return self.process.wait(seconds)

    def _wait(self) -> None:
        end = time.monotonic() + _START_SECONDS
        while not self._answer.is_file():
            if self.process.poll() is not None:
                said = " ".join(self._last) or "It said nothing."
                message = f"Spark's JVM ended before it was up: {said}"
                raise Error(Code.CANNOT_CREATE_CHILD_PROCESS, message)
            if time.monotonic() > end:
                self.process.kill()
                message = f"Spark's JVM was not up after {_START_SECONDS} seconds."
                raise Error(Code.CANNOT_CREATE_CHILD_PROCESS, message)
            time.sleep(0.005)

    def _relay(self) -> None:
        """Pass on what the JVM and the Python workers print to stderr, until muted."""
        stream = self.process.stderr
        assert stream is not None
        # At the interpreter's end the pipe or sys.stderr may be gone before this thread is.
        with contextlib.suppress(ValueError, OSError):
            for line in stream:
                text = line.decode(errors="replace")
                self._last.append(text.strip())
                if not self._muted and sys.stderr is not None:
                    sys.stderr.write(text)


def spark_home() -> Path:
    """The folder of Spark: SPARK_HOME, else the one inside the pyspark package."""
    if named := os.environ.get("SPARK_HOME"):
        return Path(named)
    found = find_spec("pyspark")
    if found is None or found.origin is None:
        raise Error(Code.CANNOT_CREATE_CHILD_PROCESS, "The package pyspark is not installed.")
    return Path(found.origin).parent


def _ignore_interrupts() -> None:
    """Ctrl-C is for the statement that runs, not for the JVM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _command(conf: Mapping[str, str], folder: Path, extra: tuple[str, ...]) -> list[str]:
    java, home = Path(find_java()), spark_home()
    heap = conf.get("spark.driver.memory") or f"{driver_heap() >> 20}m"
    classes = [conf.get("spark.driver.extraClassPath", ""), str(home / "jars" / "*")]
    command = [
        str(java / "bin" / "java"),
        *("-cp", os.pathsep.join(filter(None, classes))),
        f"-Xmx{heap}",
        *JVM_OPTIONS,
        *(extra or archive.options(java, home)),
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
