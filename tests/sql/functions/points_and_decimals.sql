-- Points on the earth; arithmetic of decimals.
SELECT divideDecimal(toDecimal32(1,2),toDecimal32(3,2)), multiplyDecimal(toDecimal32(1.5,2),toDecimal32(3,2)), divideDecimal(toDecimal32(1,2),toDecimal32(3,2),5), toTypeName(multiplyDecimal(toDecimal64(1,3),toDecimal32(3,2)));
SELECT divideDecimal(toDecimal32(1,2),toDecimal32(0,2)); -- { serverError ILLEGAL_DIVISION }
SELECT round(greatCircleDistance(55.755831,37.617673,-55.755831,-37.617673)/1000), round(greatCircleAngle(0,0,45,0),3), pointInPolygon((3.,3.),[(6,0),(8,4),(5,8),(0,2)]), pointInEllipses(10.,10.,10.,9.1,1.,0.9999), pointInPolygon((1.,1.),[[(0,0),(10,0),(10,10),(0,10)],[(0.5,0.5),(2,0.5),(2,2),(0.5,2)]]);
SELECT round(geoDistance(38.8976,-77.0366,39.9496,-75.1503)/1000), round(geoDistance(0,0,10,10)/1000), round(geoDistance(0,0,0.01,0.01));
