-- A tuple that may be NULL is one field.
SELECT x, 1 FROM (SELECT arrayJoin([NULL, (1, 'a"b', (2, 'c'))]) AS x) FORMAT CSV;
SELECT (x, 2) AS y, 1 FROM (SELECT arrayJoin([NULL, (1, 'a"b', (2, 'c'))]) AS x) FORMAT CSVWithNamesAndTypes;
SELECT (1, (2, 'x'), toNullable(3)) FORMAT CSV;
SELECT * FROM format(CSV, 'x Nullable(Tuple(Int8, String)), y Int8', '"(1,\'a\')",5\n\\N,6\n');
SELECT formatRow('CSV', arrayJoin([NULL, (1, 'a')]), 'a');
