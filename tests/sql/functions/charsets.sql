-- Texts from one encoding to another, with what the other lacks and with bytes that are no characters.
SELECT hex(convertCharset('Café', 'UTF-8', 'ISO-8859-1')), hex(convertCharset('日', 'UTF-8', 'ISO-8859-1')), convertCharset(unhex('E9'), 'latin1', 'utf8'), hex(convertCharset(unhex('ff'), 'utf-8', 'utf-16le')), hex(convertCharset('é', 'utf8', 'utf-16')), hex(convertCharset('é', 'utf8', 'UTF-16BE'));
SELECT hex(convertCharset('日本', 'utf8', 'shift_jis')), convertCharset(unhex('8ABF8E9A'), 'shift-jis', 'utf8'), hex(convertCharset('€', 'utf8', 'windows-1252')), hex(convertCharset('привет', 'utf8', 'cp1251')), hex(convertCharset('привет', 'utf8', 'koi8-r')), hex(convertCharset('é', 'utf8', 'us-ascii'));
SELECT hex(convertCharset('日本', 'utf8', 'gbk')), hex(convertCharset('日本', 'utf8', 'euc-jp')), hex(convertCharset('日本', 'utf8', 'big5')), hex(convertCharset('a', 'utf8', 'utf-32')), hex(convertCharset('', 'utf8', 'utf-16')), hex(convertCharset(unhex('81'), 'windows-1252', 'utf8')), hex(convertCharset(unhex('e0ff41'), 'utf8', 'utf-16le'));
SELECT hex(convertCharset('a😀b', 'utf8', 'shift_jis')), hex(convertCharset('a😀b', 'utf8', 'euc-kr')), hex(convertCharset('a😀b', 'utf8', 'cp866')), hex(convertCharset('a😀b', 'utf8', 'gb18030')), hex(convertCharset('a😀b', 'utf8', 'macroman'));
SELECT convertCharset(convertCharset(concat('привет ', toString(number)), 'utf8', 'cp1251'), 'cp1251', 'utf8') FROM numbers(3);
SELECT convertCharset(NULL, 'utf8', 'utf8'), toTypeName(convertCharset(toLowCardinality('a'), 'utf8', 'latin1'));
SELECT convertCharset('a', 'utf8', 'nope'); -- { serverError CANNOT_CREATE_CHARSET_CONVERTER }
SELECT convertCharset('a', 'rot13', 'utf8'); -- { serverError CANNOT_CREATE_CHARSET_CONVERTER }
SELECT convertCharset('a', materialize('utf8'), 'utf8'); -- { serverError ILLEGAL_COLUMN }
SELECT convertCharset(1, 'utf8', 'utf8'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
