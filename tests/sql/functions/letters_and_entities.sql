-- Letters, entities, marks and the error function, over columns of many rows.
SELECT s, initcapUTF8(s) FROM (SELECT arrayJoin(['', 'élan vital', 'ÉCOLE des MINES', 'straße ßa', 'ιστορία µm', 'ǆ ǅ Ǆ', 'ᾳ ᾠδή', 'ȺBC ſab ſſb ıa', 'ა აბ', 'Ꭰ ᎠᎡ', 'a1b 1ab', 'x-y_z', 'ａｂ Ｃ', 'ⅰ ⓐ', '𐐨𐐩', 'naïve\tçA']) AS s);
SELECT hex(initcapUTF8(unhex(s))) FROM (SELECT arrayJoin(['FF6162', 'C461FF62', 'E28241', '61C4', 'F48FBFBF61', '00E9']) AS s);
SELECT initcapUTF8(if(number % 3 = 0, NULL, 'é' || toString(number) || 'Ö')) FROM numbers(5);
SELECT s, decodeXMLComponent(s), decodeHTMLComponent(s) FROM (SELECT arrayJoin(['', '&', ';', '&;', '&#;', '&#x;', '&amp;', '&amp', '&&amp;;', '&amp;amp;', '&lt;&gt;&quot;&apos;', '&LT;', '&eacute;&Eacute;', '&nGt;a', 'x&NotEqualTilde;&nvlt;y', '&#65;&#x42;&#X43;', '&#0065;', '&#00000065;', '&#x0000041;', '&#128;&#x2028;', '&#1114111;', '&#1114112;', '&#9999999;', '&#x110000;', '&#6a;', '&#xg;', '&# 65;', '&#-1;', '&CounterClockwiseContourIntegral;', '&CounterClockwiseContourIntegralX;', '&notit;', '&not;', 'a&b;c', '&#65;;&#66']) AS s);
SELECT hex(decodeXMLComponent(s)), hex(decodeHTMLComponent(s)) FROM (SELECT arrayJoin(['&#0;', '&#xD800;x', unhex('FF26616D703BFF'), unhex('26233139353B26233136393B')]) AS s);
SELECT decodeHTMLComponent(if(number % 2 = 0, NULL, '&amp;' || toString(number))) FROM numbers(4);
SELECT decodeXMLComponent(s) FROM (SELECT arrayJoin(['&am', 'p;', '&#6', '5;', '&']) AS s);
SELECT s, removeDiacriticsUTF8(s) FROM (SELECT arrayJoin(['', 'abc', 'café', 'Ångström', 'ở', 'ñandú', '한글', 'é', 'x⃝', 'Ⅸ', 'ﬁ', 'İı', 'ç̧', 'हिन्दी']) AS s);
SELECT number, erf(x), erfc(x), erf(-x), erfc(-x) FROM (SELECT number, arrayElement([0., 1e-320, 1e-300, 1e-17, 1e-9, 0.1, 0.24, 0.25, 0.5, 0.84375, 0.9, 1, 1.25, 1.3, 2, 2.857142, 2.8571433, 3, 5.9, 6, 7.5, 20, 26.5, 27.2, 28, 100, 1e300, inf, nan], number + 1) AS x FROM numbers(29));
