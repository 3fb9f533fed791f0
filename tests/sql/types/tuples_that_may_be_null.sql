-- Tuples that may be NULL, and their elements.
SELECT x.a, x.1, tupleElement(x, 'b') FROM (SELECT CAST(NULL, 'Nullable(Tuple(a UInt8, b UInt8))') AS x);
SELECT x.a FROM (SELECT CAST((1,2), 'Nullable(Tuple(a UInt8, b String))') AS x);
SELECT x.1, toTypeName(x.1) FROM (SELECT arrayJoin([NULL, (1, 2)]) AS x);
SELECT getSubcolumn(x, 'a'), getSubcolumn(x, 'b.c') FROM (SELECT CAST((1, tuple(2)), 'Nullable(Tuple(a UInt8, b Tuple(c UInt8)))') AS x);
SELECT x.null, x.a FROM (SELECT CAST(NULL, 'Nullable(Tuple(a UInt8, b String))') AS x);
SELECT x.c FROM (SELECT CAST(NULL, 'Nullable(Tuple(a UInt8, b String))') AS x); -- { serverError UNKNOWN_IDENTIFIER }
SELECT x.* FROM (SELECT CAST((1, 'a'), 'Nullable(Tuple(a UInt8, b String))') AS x);
