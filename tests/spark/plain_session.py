"""A Spark session of the user's own, which finds the data source by itself."""

import sys

from pyspark.sql import SparkSession


def main() -> None:
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.getOrCreate()
    rows = spark.range(5).selectExpr("id AS a")
    rows.write.format("sparktree").mode("append").option("table", "t").save(sys.argv[1])
    found = spark.read.format("sparktree").option("table", "t").load(sys.argv[1])
    print(found.schema.simpleString(), found.where("a > 1").count())
    spark.stop()


if __name__ == "__main__":
    main()
