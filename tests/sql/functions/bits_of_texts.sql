-- bitSlice: every offset with every length.
SELECT bin(bitSlice('Hello', 1, 8)), bin(bitSlice('Hello',1,2)), bin(bitSlice('Hello',-4,8)), bin(bitSlice('Hello',3)), bin(bitSlice('Hello',-12)), bin(bitSlice('Hello',3,-5));
SELECT bitSlice('Hello', 0);
SELECT bitSlice('Hello', 0, 1);
SELECT bitSlice('Hello', materialize(0), 1), bitSlice('Hello', materialize(0)), bitSlice('Hello', 1, 0);
SELECT bitSlice('Hello', 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitSlice(5, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitSlice('Hello', 1.5), bitSlice(toFixedString('Hello',6), 9), bitSlice('', 1), bitSlice('a', 100);
SELECT s, l, hex(bitSlice('Hello', s, l)) FROM (SELECT arrayJoin(range(-50, 50, 7)) AS s) AS a, (SELECT arrayJoin(range(-50, 50, 9)) AS l) AS b ORDER BY s, l;
SELECT s, hex(bitSlice(materialize('Hello'), s)) FROM (SELECT arrayJoin(range(-50, 50)) AS s) ORDER BY s;
SELECT bitSlice(NULL, 1), bitSlice('a', NULL), bitSlice('a', 1, NULL), hex(bitSlice('\xff\xfe', 2, 9)), bitSlice('a', 9223372036854775807, -9223372036854775807);
SELECT toTypeName(bitHammingDistance(toFixedString('ab', 2), toFixedString('AZ', 2))), toTypeName(bitHammingDistance('a', 'b')), bitHammingDistance(toFixedString('ab', 2), materialize(toFixedString('AZ', 2)));
