"""A session of the user's own that streams files into a table: `streaming_session.py FOLDER INPUT
CHECKPOINT`; prints the error that ended the stream."""

import sys

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession


def main() -> None:
    folder, source, checkpoint = sys.argv[1:]
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
    rows = spark.readStream.schema("a long").option("maxFilesPerTrigger", 1).json(source)
    writer = rows.writeStream.format("sparktree").option("checkpointLocation", checkpoint)
    query = writer.option("table", "t").trigger(availableNow=True).start(folder)
    try:
        query.awaitTermination()
        print("ended")
    except PySparkException:
        print("failed")
    spark.stop()


if __name__ == "__main__":
    main()
