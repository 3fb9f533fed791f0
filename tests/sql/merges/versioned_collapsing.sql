CREATE TABLE vc(k Int32, x String, sign Int8, ver UInt8) ENGINE = VersionedCollapsingMergeTree(sign, ver) ORDER BY k;
INSERT INTO vc VALUES (1,'a',1,1),(1,'a',-1,1),(1,'b',1,2),(2,'x',-1,3),(2,'y',1,4),(2,'z',1,3),(4,'z',-1,1);
SELECT * FROM vc ORDER BY ALL;
INSERT INTO vc VALUES (1,'a',1,1),(1,'a',-1,1),(1,'b',-1,2),(2,'x',1,3),(2,'y',-1,4),(2,'z',1,3),(4,'z',-1,1);
SELECT * FROM vc FINAL ORDER BY ALL;
OPTIMIZE TABLE vc FINAL;
SELECT * FROM vc ORDER BY ALL;
