-- UTF-16 and UTF-32 without a mark begin with the highest byte.
SELECT hex(x), hex(convertCharset(x, 'utf-16', 'utf-8')), hex(convertCharset(x, 'utf-32', 'utf-8')) FROM (SELECT arrayJoin(['\xff\xfea\0', '\xfe\xff\0a', '\0a\0b', 'a\0b\0', 'a\0', '', 'a', '\0\0\0a', '\xff\xfe\0\0a\0\0\0', '\0\0\xfe\xff\0\0\0a']) AS x);
