-- Pairs of keys and values: quotes, escapes, every strategy.
SELECT extractKeyValuePairs('name:neymar, age:31 team:psg,nationality:brazil') AS kv, toTypeName(kv);
SELECT extractKeyValuePairs('name:\'neymar\';\'age\':31;team:psg;nationality:brazil,last_key:last_value', ':', ';,', '\'') AS kv;
SELECT extractKeyValuePairs('age:a\\x0A\\n\\0') AS kv, extractKeyValuePairsWithEscaping('age:a\\x0A\\n\\0') AS kv2;
SELECT extractKeyValuePairs('name"abc:5', ':', ' ,;', '\"', 'INVALID'), extractKeyValuePairs('name"abc:5', ':', ' ,;', '\"', 'ACCEPT'), extractKeyValuePairs('name"abc":5', ':', ' ,;', '\"', 'PROMOTE');
SELECT extractKeyValuePairs('a:b"c"d, e:f'), extractKeyValuePairs('a:b"c"d, e:f', ':', ', ', '"', 'accept'), extractKeyValuePairs('a:b"c"d, e:f', ':', ', ', '"', 'promote');
SELECT extractKeyValuePairs('x'), extractKeyValuePairs(''), extractKeyValuePairs('a:'), extractKeyValuePairs(':b'), extractKeyValuePairs('a:b:c'), extractKeyValuePairs('a::b'), extractKeyValuePairs('a:1,,b:2;c:3 d:4'), extractKeyValuePairs('a:1,a:2'), extractKeyValuePairs('"a":"b c","d":"e'), extractKeyValuePairs('"":1,b:2'), extractKeyValuePairs('"a"x:1,b:2'), extractKeyValuePairs('a :1');
SELECT extractKeyValuePairs('a:b', '::'); -- { serverError BAD_ARGUMENTS }
SELECT extractKeyValuePairs('a:b', ':', ':'); -- { serverError BAD_ARGUMENTS }
SELECT extractKeyValuePairs('a:b', ':', ',', ':'); -- { serverError BAD_ARGUMENTS }
SELECT extractKeyValuePairs('a:b', ':', ',', '""'); -- { serverError BAD_ARGUMENTS }
SELECT extractKeyValuePairs('a:b', ':', '');
SELECT extractKeyValuePairs('a:b', '');
SELECT extractKeyValuePairs('a:b', ':', ',', '', 'x'); -- { serverError BAD_ARGUMENTS }
SELECT extractKeyValuePairs('a:b', ':', ',', '"', 'x'); -- { serverError BAD_ARGUMENTS }
SELECT extractKeyValuePairs('a:"b', ':', ',', '');
SELECT extractKeyValuePairs(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT extractKeyValuePairs('a:b', 5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT extractKeyValuePairs(NULL);
SELECT extractKeyValuePairs(toNullable('a:b'));
SELECT extractKeyValuePairs(materialize('a:b'), materialize(':')); -- { serverError ILLEGAL_COLUMN }
SELECT extractKeyValuePairs(toFixedString('a:b',4)), extractKeyValuePairs(toLowCardinality('a:b'));
SELECT extractKeyValuePairs('a:b','\\');
SELECT extractKeyValuePairsWithEscaping('a:b','\\'); -- { serverError BAD_ARGUMENTS }
SELECT extractKeyValuePairsWithEscaping('a\\n:b\\tc,d:\\x41\\x4,e:f\\'), extractKeyValuePairsWithEscaping('"a\\"b":"c\\"d" e:f'), extractKeyValuePairsWithEscaping('a:\\b,c:d'), extractKeyValuePairsWithEscaping('a:b\\,c d:e'), extractKeyValuePairsWithEscaping('a\\:b:c'), extractKeyValuePairsWithEscaping('a:x\\qy');
SELECT str_to_map('a=1&b=2','=','&'), mapFromString('a:1');
SELECT extractKeyValuePairs('日本:é,ключ:значение'), extractKeyValuePairs('a:\xff\xfe,b:c');
SELECT extractKeyValuePairs(concat('k', toString(number), ':v', toString(number), ', "q', toString(number), '":"x y"')) FROM numbers(4);
SELECT extractKeyValuePairs(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT extractKeyValuePairs(arrayStringConcat(arrayMap(x->concat('k',toString(x),':1'), range(1001)),',')); -- { serverError LIMIT_EXCEEDED }
SELECT extractKeyValuePairs('a:1,b:2,c:3') SETTINGS extract_key_value_pairs_max_pairs_per_row=2; -- { serverError LIMIT_EXCEEDED }
SELECT extractKeyValuePairs('a:1,b:2,c:3') SETTINGS extract_key_value_pairs_max_pairs_per_row=0;
SELECT extractKeyValuePairsWithEscaping('a:b\\'), extractKeyValuePairsWithEscaping('"a\\'), extractKeyValuePairsWithEscaping('a:"b\\'),extractKeyValuePairsWithEscaping('a:b\\x'), extractKeyValuePairsWithEscaping('a:b\\x4'), extractKeyValuePairsWithEscaping('a:b\\Nc,d\\');
SELECT arrayJoin(['"a":"b"x,c:d', 'a"b"c:1,d:2', 'a:1"b"2,c:3', '"a b":1 "c":"d"', 'a:"b"', '"a":', '"a":,b:1', 'a"', 'a:b"', 'a:"" b:2', '"" "a":1','a:b"c', '\\a:b','a\\']) AS t, extractKeyValuePairs(t), extractKeyValuePairs(t, ':', ' ,', '"', 'invalid'), extractKeyValuePairs(t, ':', ' ,', '"', 'accept'), extractKeyValuePairsWithEscaping(t);
