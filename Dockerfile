# syntax=docker/dockerfile:1
# An image for drivers and executors: Java, Python, Spark and sparktree. Built by this text alone:
#   docker build -t sparktree .
# On Kubernetes: spark.kubernetes.container.image=sparktree. Or any command:
#   docker run --rm -v "$PWD/data:/data" sparktree sparktree local --path /data --query "SELECT 1"
FROM python:3.11-slim-bookworm

ARG SPARK=4.1.4
ARG EXTRAS=postgres,disks,server,yaml

RUN apt-get update \
    && apt-get install --yes --no-install-recommends openjdk-17-jre-headless procps tini \
    && rm -rf /var/lib/apt/lists/* \
    && ln -s "$(dirname "$(dirname "$(readlink -f /usr/bin/java)")")" /opt/java-home

COPY pyproject.toml README.md /opt/sparktree/
COPY src /opt/sparktree/src
RUN pip install --no-cache-dir "pyspark==${SPARK}" "/opt/sparktree[${EXTRAS}]" \
    && rm -rf /opt/sparktree \
    && ln -s "$(python -c 'import pathlib, pyspark; print(pathlib.Path(pyspark.__file__).parent)')" /opt/spark \
    && useradd --uid 185 --gid 0 --create-home spark \
    && mkdir -p /opt/spark/work-dir \
    && chown 185:0 /opt/spark/work-dir

# What Kubernetes starts a container with: Spark's package for Python brings no such program.
COPY <<"SCRIPT" /opt/entrypoint.sh
#!/usr/bin/env bash
set -e
classes="$SPARK_HOME/conf:$SPARK_CLASSPATH:$SPARK_HOME/jars/*"
case "$1" in
driver)
    shift
    exec tini -s -- "$SPARK_HOME/bin/spark-submit" --conf "spark.driver.bindAddress=$SPARK_DRIVER_BIND_ADDRESS" \
        --deploy-mode client "$@"
    ;;
executor)
    mapfile -t options < <(env | grep '^SPARK_JAVA_OPT_' | sort -t_ -k4 -n | sed 's/[^=]*=//')
    exec tini -s -- "$JAVA_HOME/bin/java" "${options[@]}" -Xms"$SPARK_EXECUTOR_MEMORY" -Xmx"$SPARK_EXECUTOR_MEMORY" \
        -cp "$classes" org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend \
        --driver-url "$SPARK_DRIVER_URL" --executor-id "$SPARK_EXECUTOR_ID" --cores "$SPARK_EXECUTOR_CORES" \
        --app-id "$SPARK_APPLICATION_ID" --hostname "$SPARK_EXECUTOR_POD_IP" \
        --resourceProfileId "$SPARK_RESOURCE_PROFILE_ID" --podName "$SPARK_EXECUTOR_POD_NAME"
    ;;
*)
    exec tini -s -- "$@"
    ;;
esac
SCRIPT
RUN chmod 755 /opt/entrypoint.sh

ENV SPARK_HOME=/opt/spark \
    JAVA_HOME=/opt/java-home \
    PYSPARK_PYTHON=/usr/local/bin/python \
    PYSPARK_DRIVER_PYTHON=/usr/local/bin/python

USER 185
WORKDIR /opt/spark/work-dir
ENTRYPOINT ["/opt/entrypoint.sh"]
