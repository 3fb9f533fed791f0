-- Encodings of bytes and their errors.
SET session_timezone = 'UTC';
SELECT ascii('é'), ascii(''), hex('abc'), hex(255), hex(1.5), hex(toFloat32(1)), hex(toDate('2020-01-01')), hex(toDateTime(1)), hex(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')), hex(-1), hex(toDecimal32(1.5,2)), hex(toInt256(1)), hex(toIPv4('1.2.3.4')), hex(toIPv6('::1')), hex(toUInt128(5)), hex(0), hex(''), hex(toInt128(-5)), hex(toDecimal128(-1.5,3)), hex(toFixedString('a',2)), hex(true), hex(toDate32('1960-01-01')), toTypeName(ascii('a')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(toDateTime64(1.5,3)); -- { serverError ILLEGAL_COLUMN }
SELECT hex(toUInt256(7)), hex(toIPv4('0.0.0.1')), hex(toInt16(-2)), hex(toInt64(300)), hex(CAST('a','Enum8(\'a\'=1)')), bin(toIPv6('::1')), bin(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT unhex('4142'), hex(unhex('zz')), hex(unhex('414')), bin(5), bin('a'), bin(1.5), bin(0), unbin('01000001'), hex(unbin('1')), bin(300), bin(''), unhex('');
SELECT base64Encode('abc'), base64Decode('YWJj'), tryBase64Decode('%%'), base64URLEncode('a??b'), base64URLDecode('YT8_Yg'), base58Encode('abc'), base58Decode('ZiCa'), base32Encode('abc'), tryBase58Decode('0O'), base64Encode(''), base58Encode('\0\0a'), base64Decode('');
SELECT base64Decode('%%'); -- { serverError INCORRECT_DATA }
SELECT base58Decode('0O'); -- { serverError INCORRECT_DATA }
SELECT base32Decode('1'); -- { serverError INCORRECT_DATA }
SELECT encodeURLComponent('a b&é/~'), hex(decodeURLComponent('a%20b+c%C3')), encodeURLFormComponent('a b'), decodeURLFormComponent('a+b'), encodeXMLComponent('<a&"\'>'), decodeXMLComponent('&lt;a&amp;&#65;&#x42;&apos;&unknown;'), hex(toValidUTF8('a\xffb\xc3')), isValidUTF8('\xff'), decodeHTMLComponent('&eacute;&lt;'), decodeURLComponent('%zz%4');
SELECT normalizeUTF8NFC('é'), normalizeUTF8NFKD('ﬁ'), CRC32('abc'), CRC32IEEE('abc'), CRC64('abc'), CRC32(''), CRC64(''), isASCII('a'), toTypeName(CRC64('a'));
SELECT substring(s, 2, 2), hex(substring(s,2,1)), length(s), lengthUTF8(s), lower(s), upperUTF8(s), reverseUTF8(s), left(s,-1) from (select materialize(arrayJoin(['héllo','abc','','ÀΣ','日本語'])) s);
SELECT concat('\xc3','\xa9')='é', length(concat('\xc3','\xa9')), concat(materialize('\xc3'),materialize('\xa9'))='é', hex(concat(materialize('\xc3'),materialize('\xa9')));
SELECT hex(reverse('é')), hex(lower('É\xff')), hex(substring('é',1,1)), hex(substring('\xff\xfe\xfd',2,1)), length(reverse('é'));
SELECT char(72,101,108.5,300), hex(char(255,254)), char(0xe9) = '\xe9';
SELECT startsWith('abc','a'), startsWith('é','\xc3'), endsWith(toFixedString('a',3),'a'), endsWith('é','\xa9'), startsWith('é',materialize('\xc3'));
SELECT replaceRegexpAll('a\nb','a.b','x'), replaceRegexpAll('abc','b','\\n'), replaceRegexpAll('a','a','x\\\\y');
