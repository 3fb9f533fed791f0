-- The format Regexp: groups of a regular expression as fields.
SET format_regexp = 'id: (.+?) name: (.*)';
SELECT * FROM format(Regexp, 'a Int8, b String', 'id: 1 name: x\nid: 2 name: y y\n');
SELECT * FROM format(Regexp, 'a Int8, b String', 'id: 1 name: x\r\nid: 2 name: y\r\n');
SELECT * FROM format(Regexp, 'a Int8, b String', 'id: 1 name: x\nfoo'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(Regexp, 'a Int8, b String', 'zz id: 1 name: x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(Regexp, 'a Int8, b String', 'id: 1 name: x\nfoo\nid: 3 name: q') SETTINGS format_regexp_skip_unmatched = 1;
SELECT * FROM format(Regexp, 'a Int8', 'id: 1 name: x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(Regexp, 'a Int8, b String, c Int8', 'id: 1 name: x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(Regexp, 'a Int8, b String', 'id: q name: x'); -- { serverError UNEXPECTED_DATA_AFTER_PARSED_VALUE }
SELECT * FROM format(Regexp, 'a Int8, b String', '');
SET format_regexp = '(.+?) (.*)';
SELECT * FROM format(Regexp, 'a Int8, b String', '1 "x""y"\n2 z') SETTINGS format_regexp_escaping_rule = 'CSV';
SELECT * FROM format(Regexp, 'a Array(Int8), b String', '[1,2] x\\ty') SETTINGS format_regexp_escaping_rule = 'Escaped';
SELECT * FROM format(Regexp, 'a Array(Int8), b String', '[1,2] \'x\'') SETTINGS format_regexp_escaping_rule = 'Quoted';
SELECT * FROM format(Regexp, 'a Array(Int8), b String', '[1,2] "x"') SETTINGS format_regexp_escaping_rule = 'JSON';
SELECT * FROM format(Regexp, 'a Nullable(Int8), b Nullable(String)', '\\N \\N\n1 x');
SELECT * FROM format(Regexp, '1 x\n2 y');
DESCRIBE format(Regexp, '1 2020-01-01\n2 2020-01-02') SETTINGS format_regexp_escaping_rule = 'Escaped';
SELECT * FROM format(Regexp, 'a String, b String', 'ab') SETTINGS format_regexp = '(a)(x)?b';
SELECT * FROM format(Regexp, 'a Int8', 'x') SETTINGS format_regexp = '('; -- { serverError BAD_ARGUMENTS }
SELECT * FROM format(Regexp, 'a Int8', 'x') SETTINGS format_regexp = ''; -- { serverError BAD_ARGUMENTS }
SELECT * FROM format(Regexp, 'a Int8', 'x') SETTINGS format_regexp_escaping_rule = 'Foo'; -- { serverError BAD_ARGUMENTS }
SELECT 1 FORMAT Regexp; -- { clientError FORMAT_IS_NOT_SUITABLE_FOR_OUTPUT }
CREATE TABLE log (d Date, level String, message String) ENGINE = Memory;
INSERT INTO log SETTINGS format_regexp = '(\\S+) \\[(\\w+)\\] (.*)' FORMAT Regexp 2024-01-01 [info] it began
2024-01-02 [warn] it ended

SELECT * FROM log ORDER BY d;
DROP TABLE log;
