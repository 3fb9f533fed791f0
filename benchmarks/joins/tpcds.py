"""TPC-DS: its tables as MergeTree has them, its 99 questions in ClickHouse's words.

Rows and texts come of DuckDB's extension, which PyPI has for one version of DuckDB, so that it is
put into a folder of its own beside the rows.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import duckdb

from benchmarks.joins.suite import Suite

_PACKAGES = ("duckdb==1.5.5", "duckdb-extension-tpcds==1.5.5")
_GENERATE = """
import json, sys
from pathlib import Path
import duckdb, duckdb_extension_tpcds
folder, scale = Path(sys.argv[1]), float(sys.argv[2])
extension = next(Path(duckdb_extension_tpcds.__path__[0]).rglob("*.duckdb_extension"))
kernel = duckdb.connect()
kernel.execute(f"LOAD '{extension}'")
kernel.execute(f"CALL dsdgen(sf = {scale})")
for (name,) in kernel.execute("SELECT table_name FROM duckdb_tables()").fetchall():
    kernel.execute(f"COPY {name} TO '{folder}/{name}.parquet'")
texts = dict(kernel.execute("SELECT query_nr, query FROM tpcds_queries()").fetchall())
(folder / "queries.json").write_text(json.dumps(texts))
"""

KEYS = {
    "call_center": "cc_call_center_sk",
    "catalog_page": "cp_catalog_page_sk",
    "catalog_returns": "cr_item_sk, cr_order_number",
    "catalog_sales": "cs_item_sk, cs_order_number",
    "customer": "c_customer_sk",
    "customer_address": "ca_address_sk",
    "customer_demographics": "cd_demo_sk",
    "date_dim": "d_date_sk",
    "household_demographics": "hd_demo_sk",
    "income_band": "ib_income_band_sk",
    "inventory": "inv_date_sk, inv_item_sk, inv_warehouse_sk",
    "item": "i_item_sk",
    "promotion": "p_promo_sk",
    "reason": "r_reason_sk",
    "ship_mode": "sm_ship_mode_sk",
    "store": "s_store_sk",
    "store_returns": "sr_item_sk, sr_ticket_number",
    "store_sales": "ss_item_sk, ss_ticket_number",
    "time_dim": "t_time_sk",
    "warehouse": "w_warehouse_sk",
    "web_page": "wp_web_page_sk",
    "web_returns": "wr_item_sk, wr_order_number",
    "web_sales": "ws_item_sk, ws_order_number",
    "web_site": "web_site_sk",
}
_TYPES = {"INTEGER": "Int32", "BIGINT": "Int64", "VARCHAR": "String", "DATE": "Date32"}
# What ClickHouse says in other words than the texts do, by the number of the question: names that
# an alias hides, that two tables have, or that stand in another case; a Decimal beside a Float64.
_QUALIFIED = (r"\bv1\. ?(\w+),", r"v1.\1 AS \1,")
_SUMMED = (r"\btotal_sales(\s+LIMIT)", r"sum(total_sales)\1")
_WORDS = {
    "33": _SUMMED,
    "47": _QUALIFIED,
    "49": ("CATALOG", "catalog"),
    "56": _SUMMED,
    "57": _QUALIFIED,
    "60": _SUMMED,
    "71": (r"ORDER BY ext_price", "ORDER BY sum(ext_price)"),
    "75": (r"0\.0\)", "0)"),
    "77": (r"returns_ DESC", "sum(returns_) DESC"),
}


def generate(folder: Path, scale: float) -> None:
    """The tables as Parquet files, unless they are there."""
    if (folder / "queries.json").exists():
        return
    packages = folder / "packages"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(packages)]
    subprocess.run([*install, *_PACKAGES], check=True)
    command = [sys.executable, "-c", _GENERATE, str(folder), str(scale)]
    subprocess.run(command, check=True, env={"PYTHONPATH": str(packages)})


def tables(folder: Path) -> dict[str, tuple[str, str]]:
    """Columns and sorting key of each table; what is no key may be NULL."""
    return {name: (_columns(folder / f"{name}.parquet", key), key) for name, key in KEYS.items()}


def _columns(file: Path, key: str) -> str:
    described = duckdb.sql(f"DESCRIBE FROM '{file}'").fetchall()
    declared = []
    for name, kind, *_ in described:
        type_ = _TYPES.get(kind) or kind.replace("DECIMAL", "Decimal")
        declared.append(f"{name} {type_ if name in key.split(', ') else f'Nullable({type_})'}")
    return ", ".join(declared)


def queries(folder: Path, scale: float) -> dict[str, str]:
    """The questions by their names."""
    texts: dict[str, str] = json.loads((folder / "queries.json").read_text())
    return {f"D{number}": _reworded(number, text) for number, text in texts.items()}


def _reworded(number: str, text: str) -> str:
    text = text.strip().rstrip(";").strip()
    return re.sub(*_WORDS[number], text) if number in _WORDS else text


TPC_DS = Suite(
    "TPC-DS",
    generate,
    tables,
    queries,
    (
        "SET join_use_nulls = 1",
        "SET group_by_use_nulls = 1",
        "SET prefer_column_name_to_alias = 1",
        "SET union_default_mode = 'DISTINCT'",
        "SET intersect_default_mode = 'DISTINCT'",
        "SET except_default_mode = 'DISTINCT'",
    ),
)
