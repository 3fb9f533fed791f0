"""The kernel: DuckDB over Arrow, its SQL, its connections and its errors."""
