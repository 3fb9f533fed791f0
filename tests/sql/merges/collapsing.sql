-- Requirement: MT.Overview.Family
CREATE TABLE o1(k Int32, x String, sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
INSERT INTO o1 VALUES (1,'a',1),(1,'a',-1),(1,'b',1),(2,'x',-1),(2,'y',1),(3,'q',1),(3,'r',-1),(4,'z',-1);
SELECT * FROM o1 ORDER BY ALL;
INSERT INTO o1 VALUES (1,'a',1),(3,'a',-1),(5,'b',1),(2,'x',-1),(2,'y',1),(3,'q',1),(6,'r',-1),(4,'z',-1);
SELECT * FROM o1 FINAL ORDER BY ALL;
SELECT x FROM o1 FINAL ORDER BY ALL;
OPTIMIZE TABLE o1 FINAL;
SELECT * FROM o1 ORDER BY ALL;
SELECT * FROM o1 FINAL ORDER BY ALL;
