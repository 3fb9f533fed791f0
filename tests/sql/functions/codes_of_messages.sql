-- Digests over whole columns: SHA-2 of every length of text, authentication codes with short and long keys.
SELECT number, hex(SHA224(repeat('a', number))), hex(SHA384(repeat('a', number))), hex(SHA512(repeat('a', number))), hex(SHA512_256(repeat('a', number))) FROM numbers(0, 300, 37) ORDER BY number;
SELECT hex(SHA512(toString(number % 2))), hex(SHA224('\xff\0')), SHA384(if(number = 0, NULL, 'a')) IS NULL FROM numbers(3);
SELECT hex(HMAC('sha256', 'msg', 'key')), hex(HMAC('md5', 'msg', repeat('k', 100))), hex(HMAC('sha1', materialize('m\xff'), '')), hex(HMAC('SHA384', 'msg', repeat('k', 300))), hex(HMAC('sha224', '', 'key')), hex(HMAC('sha512-256', 'msg', 'key')), hex(HMAC('sha3-256', 'msg', 'key')), hex(HMAC('blake2b512', 'msg', 'key'));
SELECT hex(HMAC('sha256', toString(number), repeat('k', number * 50))), hex(HMAC('sha512', toString(number), repeat('k', number * 50))) FROM numbers(4);
SELECT HMAC('sha256', CAST(NULL, 'Nullable(String)'), 'k'), HMAC('sha512', materialize(CAST(NULL, 'Nullable(String)')), 'k');
SELECT HMAC('none', 'a', 'b'); -- { serverError BAD_ARGUMENTS }
