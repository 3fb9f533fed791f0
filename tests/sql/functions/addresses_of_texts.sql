-- Network addresses and UUIDs over columns of all sorts of texts.
DROP VIEW IF EXISTS addresses;
CREATE VIEW addresses AS SELECT number AS k, arrayElement(['1.2.3.4', '255.255.255.255', '0.0.0.0', '256.1.1.1', '1.2.3', '::', '::1', '1::', '2001:db8::1', '2001:DB8:0:0:1:0:0:1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8:9', '1::2::3', ':::', '1:2', '12345::', 'g::1', '::ffff:1.2.3.4', '::1.2.3.4', 'fe80::1%eth0', '', ' ::1', 'x', '::ffff:0102:0304', '0:0:0:0:0:0:0:0', 'ff02::1:ff00:42:8329'], number + 1) AS s FROM numbers(28);
SELECT s, isIPv4String(s), isIPv6String(s), toIPv4OrNull(s), toIPv6OrNull(s), toString(toIPv6OrZero(s)), hex(IPv6StringToNumOrDefault(s)), hex(IPv6StringToNumOrNull(s)), IPv4StringToNumOrDefault(s) FROM addresses ORDER BY k;
SELECT s, IPv6CIDRToRange(toIPv6OrZero(s), 0), IPv6CIDRToRange(toIPv6OrZero(s), 1), IPv6CIDRToRange(toIPv6OrZero(s), 47), IPv6CIDRToRange(toIPv6OrZero(s), 128), IPv6NumToString(IPv6StringToNumOrDefault(s)), IPv6CIDRToRange(toIPv6OrZero(s), toUInt8(k * 4)) FROM addresses ORDER BY k;
SELECT s, isIPAddressInRange(s, '1.2.0.0/16'), isIPAddressInRange(s, '0.0.0.0/0'), isIPAddressInRange(s, '2001:db8::/32'), isIPAddressInRange(s, '::/0'), isIPAddressInRange(s, '::ffff:0:0/96') FROM addresses WHERE isIPv4String(s) OR isIPv6String(s) ORDER BY k;
SELECT isIPAddressInRange(s, '1.2.0.0/16') FROM addresses; -- { serverError CANNOT_PARSE_TEXT }
SELECT isIPAddressInRange('1.2.3.4', 'nonsense'); -- { serverError CANNOT_PARSE_TEXT }
SELECT IPv6StringToNum(s) FROM addresses; -- { serverError CANNOT_PARSE_IPV6 }
SELECT toIPv6(s) FROM addresses; -- { serverError CANNOT_PARSE_IPV6 }
SELECT toIPv6(materialize(NULL)), isIPv6String(materialize(toNullable('::1'))), toIPv6(CAST(NULL, 'Nullable(String)'));
DROP VIEW addresses;
DROP VIEW IF EXISTS uuids;
CREATE VIEW uuids AS SELECT arrayJoin(['61f0c404-5cb3-11e7-907b-a6006ad3dba0', '61F0C404-5CB3-11E7-907B-A6006AD3DBA0', '61f0c404-5cb3-11e7-907b-a6006ad3dba', '61f0c4045cb311e7907ba6006ad3dba0', '', '00000000-0000-0000-0000-000000000000']) AS s;
SELECT s, hex(UUIDStringToNum(s)), hex(UUIDStringToNum(s, 2)), UUIDNumToString(UUIDStringToNum(s)), UUIDNumToString(UUIDStringToNum(s), 2), toUUIDOrNull(s) FROM uuids ORDER BY s;
SELECT hex(UUIDToNum(toUUID(s))), hex(UUIDToNum(toUUID(s), 2)) FROM uuids WHERE toUUIDOrNull(s) IS NOT NULL ORDER BY s;
DROP VIEW uuids;
