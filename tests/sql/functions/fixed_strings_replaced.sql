-- Parts of a FixedString are replaced if it is a column and all else is constant.
SELECT replaceAll(x, '1', 'one'), replaceOne(x, '\0', 'b'), replaceRegexpAll(x, '\0', 'b'), replaceRegexpOne(x, '^', 'b') FROM (SELECT toFixedString(toString(number), 3) AS x FROM numbers(3));
SELECT replaceAll(x, 'a', 'b'), toTypeName(replaceAll(x, 'a', 'b')) FROM (SELECT if(number = 1, NULL, toFixedString('ab', 3)) AS x FROM numbers(3));
SELECT replaceAll(toFixedString('ab', 3), 'a', 'b'); -- { serverError ILLEGAL_COLUMN }
SELECT replaceRegexpOne(toFixedString('ab', 3), 'a', 'b'); -- { serverError ILLEGAL_COLUMN }
SELECT replaceAll(materialize(toFixedString('ab', 3)), materialize('a'), 'b'); -- { serverError ILLEGAL_COLUMN }
SELECT DATE(x), toDate(x) FROM (SELECT arrayJoin([NULL, 'ab c', '2020-01-01']) AS x);
SELECT DATE('ab c'); -- { serverError CANNOT_PARSE_DATE }
