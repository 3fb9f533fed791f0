"""Web analytics in the shape of ClickBench: one wide event table and some forty queries."""
