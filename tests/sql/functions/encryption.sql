-- AES in every mode, and what is refused.
SELECT hex(encrypt('aes-128-ecb', 'hello', '0123456789abcdef')), hex(encrypt('aes-256-cbc', 'hello', '0123456789abcdef0123456789abcdef', '0123456789abcdef')), hex(encrypt('aes-128-ctr', 'hello', '0123456789abcdef', '0123456789abcdef')), hex(encrypt('aes-128-gcm', 'hello', '0123456789abcdef', '0123456789ab')), hex(encrypt('aes-128-gcm', 'hello', '0123456789abcdef', '0123456789ab', 'aad'));
SELECT hex(encrypt('aes-192-cbc', 'a text of more than one block, even of three', '0123456789abcdef01234567', '0123456789abcdef')), hex(encrypt('aes-192-ofb', 'a text of more than one block, even of three', '0123456789abcdef01234567', '0123456789abcdef')), hex(encrypt('aes-256-gcm', 'a text of more than one block, even of three', '0123456789abcdef0123456789abcdef', '0123456789abcdef', 'shown'));
SELECT DISTINCT decrypt('aes-192-cbc', encrypt('aes-192-cbc', s, '0123456789abcdef01234567', '0123456789abcdef'), '0123456789abcdef01234567', '0123456789abcdef') = s, decrypt('aes-256-gcm', encrypt('aes-256-gcm', s, '0123456789abcdef0123456789abcdef', 'vec', 'shown'), '0123456789abcdef0123456789abcdef', 'vec', 'shown') = s, decrypt('aes-128-ofb', encrypt('aes-128-ofb', s, '0123456789abcdef', '0123456789abcdef'), '0123456789abcdef', '0123456789abcdef') = s FROM (SELECT repeat('xyz', number) AS s FROM numbers(20));
SELECT hex(encrypt('aes-128-cbc', 'hello', '0123456789abcdef'));
SELECT encrypt('aes-128-cbc', 'hello', '0123456789abcdef', 'short'); -- { serverError BAD_ARGUMENTS }
SELECT hex(encrypt('aes-128-ecb', 'hello', '0123456789abcdef', '0123456789abcdef')); -- { serverError BAD_ARGUMENTS }
SELECT encrypt('aes-128-cbc', 'hello', '0123456789abcdef', '0123456789abcdef', 'aad'); -- { serverError BAD_ARGUMENTS }
SELECT hex(encrypt('aes-128-gcm', 'hello', '0123456789abcdef')); -- { serverError BAD_ARGUMENTS }
SELECT hex(encrypt('aes-128-gcm', 'hello', '0123456789abcdef', '0123456789abcdef0123'));
SELECT encrypt('aes-128-cfb128', 'a', '0123456789abcdef', '0123456789abcdef'); -- { serverError BAD_ARGUMENTS }
SELECT hex(encrypt('aes-192-ctr', 'hello', '0123456789abcdef01234567')), hex(encrypt('aes-128-ofb', 'hello', '0123456789abcdef'));
SELECT hex(aes_encrypt_mysql('aes-128-ecb','hello','k')); -- { serverError BAD_ARGUMENTS }
SELECT hex(aes_encrypt_mysql('aes-128-ecb', 'hello', 'a long key that is folded over')), aes_decrypt_mysql('aes-128-ecb', aes_encrypt_mysql('aes-128-ecb', 'hello', 'a long key that is folded over'), 'a long key that is folded over');
SELECT hex(aes_encrypt_mysql('aes-128-cbc','hello','0123456789abcdef', '0123456789abcdefXX'));
SELECT hex(aes_encrypt_mysql('aes-128-ctr','hello','0123456789abcdef', '0123456789abcdef')); -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(encrypt('aes-128-ecb', toNullable('a'), '0123456789abcdef')), toTypeName(encrypt('aes-128-ecb', toFixedString('a',2), '0123456789abcdef')), toTypeName(tryDecrypt('aes-128-ecb', 'a', '0123456789abcdef')), toTypeName(encrypt('aes-128-ecb', toLowCardinality('a'), '0123456789abcdef')), encrypt('aes-128-ecb', NULL, '0123456789abcdef');
SELECT encrypt('aes-128-ecb', 1, '0123456789abcdef'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT encrypt('aes-128-ecb', 'a'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT encrypt(materialize('aes-128-ecb'), 'a', '0123456789abcdef'); -- { serverError ILLEGAL_COLUMN }
SELECT hex(encrypt('aes-128-ecb', '', '0123456789abcdef')), decrypt('aes-128-ecb', encrypt('aes-128-ecb', '', '0123456789abcdef'), '0123456789abcdef'), decrypt('aes-128-ecb', '', '0123456789abcdef'), hex(encrypt('aes-128-ctr', '', '0123456789abcdef', '0123456789abcdef'));
SELECT decrypt('aes-128-gcm', unhex('0A27619741C85AF59EB1365924C4151BDEEEF48AEC'), '0123456789abcdef', '0123456789ab'); -- { serverError OPENSSL_ERROR }
SELECT decrypt('aes-128-gcm', 'short', '0123456789abcdef', '0123456789ab'); -- { serverError BAD_ARGUMENTS }
SELECT decrypt('aes-128-ecb', unhex('674C7EF38E78CABD9CEC9C125823A630'), '0123456789abcdef'); -- { serverError OPENSSL_ERROR }
SELECT decrypt('aes-128-ecb', unhex('00'), '0123456789abcdef'); -- { serverError OPENSSL_ERROR }
SELECT encrypt('aes-128-ecb', 'a', 'short'); -- { serverError BAD_ARGUMENTS }
SELECT encrypt('aes-99', 'a', 'short'); -- { serverError BAD_ARGUMENTS }
SELECT tryDecrypt('aes-128-ecb', 'zz', '0123456789abcdef'), tryDecrypt('aes-128-ecb', encrypt('aes-128-ecb', 'x', '0123456789abcdef'), '0123456789abcdef'), tryDecrypt('aes-128-ecb', materialize(toNullable('zz')), '0123456789abcdef');
-- Columns of texts of every length, with several keys and vectors.
SELECT hex(encrypt('aes-256-gcm', repeat('x', number * 7), repeat('k', 32), repeat('i', 12), repeat('a', number))) FROM numbers(6);
SELECT hex(encrypt('aes-128-gcm', repeat('x', number * 7), repeat('k', 16), repeat('i', 1 + number * 5), repeat('a', number))) FROM numbers(6);
SELECT DISTINCT decrypt('aes-256-gcm', encrypt('aes-256-gcm', s, k, v, 'z'), k, v, 'z') = s FROM (SELECT repeat('x', number * 7) AS s, repeat(toString(number % 3), 32) AS k, toString(number) AS v FROM numbers(40));
SELECT hex(encrypt('aes-192-cbc', repeat('x', number * 7), repeat(toString(number % 3), 24), repeat('i', 16))) FROM numbers(6);
SELECT hex(encrypt('aes-192-ctr', repeat('x', number * 27), repeat(toString(number % 3), 24), unhex('fffffffffffffffffffffffffffffffe'))) FROM numbers(6);
SELECT hex(encrypt('aes-128-ofb', repeat('x', number * 17), repeat(toString(number % 3), 16), repeat('v', 16))) FROM numbers(6);
SELECT tryDecrypt('aes-128-cbc', if(number % 2 = 0, encrypt('aes-128-cbc', toString(number), repeat('k', 16), repeat('v', 16)), repeat('q', 16 + number)), repeat('k', 16), repeat('v', 16)) FROM numbers(8);
SELECT tryDecrypt('aes-128-gcm', if(number = 1, repeat('z', 30), encrypt('aes-128-gcm', 'abc', repeat('k', 16), 'iv')), repeat('k', 16), 'iv') FROM numbers(3);
SELECT hex(encrypt('aes-128-ecb', materialize(toNullable('x')), if(number = 1, NULL, repeat('k', 16)))) FROM numbers(3);
SELECT encrypt('aes-128-ecb', 'x', repeat('k', 16)) FROM numbers(0);
