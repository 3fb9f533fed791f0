-- What a view fills feeds the views of the table that it fills, not those that name the view.
CREATE TABLE src (a UInt8) ENGINE = MergeTree ORDER BY a;
CREATE TABLE dst (a UInt8) ENGINE = MergeTree ORDER BY a;
CREATE MATERIALIZED VIEW inner_view ENGINE = MergeTree ORDER BY a AS SELECT a FROM src;
CREATE MATERIALIZED VIEW of_inner ENGINE = MergeTree ORDER BY a AS SELECT a FROM inner_view;
CREATE MATERIALIZED VIEW to_view TO dst AS SELECT toUInt8(a + 10) AS a FROM src;
CREATE MATERIALIZED VIEW of_to ENGINE = MergeTree ORDER BY a AS SELECT a FROM to_view;
CREATE MATERIALIZED VIEW of_dst ENGINE = MergeTree ORDER BY a AS SELECT a FROM dst;
CREATE MATERIALIZED VIEW of_of_dst ENGINE = MergeTree ORDER BY a AS SELECT a FROM of_dst;
INSERT INTO src VALUES (1), (2);
SELECT groupArray(a) FROM (SELECT a FROM inner_view ORDER BY a);
SELECT groupArray(a) FROM (SELECT a FROM of_inner ORDER BY a);
SELECT groupArray(a) FROM (SELECT a FROM to_view ORDER BY a);
SELECT groupArray(a) FROM (SELECT a FROM of_to ORDER BY a);
SELECT groupArray(a) FROM (SELECT a FROM of_dst ORDER BY a);
SELECT groupArray(a) FROM (SELECT a FROM of_of_dst ORDER BY a);
INSERT INTO inner_view VALUES (5);
INSERT INTO to_view VALUES (6);
SELECT groupArray(a) FROM (SELECT a FROM of_inner ORDER BY a);
SELECT groupArray(a) FROM (SELECT a FROM of_to ORDER BY a);
SELECT groupArray(a) FROM (SELECT a FROM of_dst ORDER BY a);
-- A view that is filled at once has the rows that were there.
CREATE MATERIALIZED VIEW filled ENGINE = MergeTree ORDER BY a POPULATE AS SELECT a FROM inner_view;
SELECT groupArray(a) FROM (SELECT a FROM filled ORDER BY a);
