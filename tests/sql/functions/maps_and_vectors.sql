-- Maps; norms and distances of vectors.
SELECT arrayIntersect([1,2,NULL],[2,NULL]), arrayIntersect([1],['a']); -- { serverError NO_COMMON_TYPE }
SELECT arrayExists(x -> x = number, [1,2]), arrayFirst((x,y)->y>number,[1,2,3],[0,1,2]) FROM numbers(2);
SELECT arrayMap(x -> if(x > 1, 'a', 'b'), [1,2]), arrayMap(x -> toNullable(x), [1]), arrayMap(x -> (x, x+1).2, [1]), arrayMap(x -> [x], [1,2]);
SELECT arrayRandomSample([1,1],2), length(arrayShuffle([1,2,3])), length(arrayPartialShuffle([1,2,3],2));
SELECT kql_array_sort_asc([2,1]); -- { serverError UNKNOWN_FUNCTION }
SELECT countEqual(['a','b','a'], 'a'), indexOf(['a','b'], 'b'), indexOfAssumeSorted([1,3,3,5],3);
SELECT mapFromArrays(['a','b'],[1,2]), map('a',1,'b',2), mapKeys(map('a',1)), mapValues(map('a',1)), mapContains(map('a',1),'a'), mapContainsKey(map('a',1),'b'), map('a',1)['a'], map('a',1)['z'], toTypeName(map('a',1,'b',300)), map();
SELECT mapContainsKeyLike(map('abc',1),'a%'), mapExtractKeyLike(map('abc',1,'x',2),'a%'), mapContainsValue(map('a',1),1), mapContainsValueLike(map('a','xyz'),'x%'), mapExtractValueLike(map('a','xyz'),'x%');
SELECT mapAdd(map('a',1),map('a',2,'b',3)), mapSubtract(map('a',1),map('a',2)), mapUpdate(map('a',1),map('a',5,'c',2)), mapConcat(map('a',1),map('b',2)), mapAdd(([1],[2]),([1],[3]));
SELECT mapFilter((k,v)->v>1,map('a',1,'b',2)), mapApply((k,v)->(k,v*2),map('a',1)), mapSort(map('b',1,'a',2)), mapSort((k,v)->-v,map('b',1,'a',2)), mapReverseSort(map('b',1,'a',2)), mapExists((k,v)->v=1,map('a',1)), mapAll((k,v)->v=1,map('a',1)), mapPopulateSeries(map(1,10,3,30));
SELECT tupleConcat((1,2),('a',)), tuplePlus((1,2),(3,4)), tupleMinus((1,2),(3,4)), tupleMultiply((1,2),(3,4)), tupleDivide((1,2),(3,4)), tupleMultiplyByNumber((1,2),3), tupleDivideByNumber((1,2),2), tupleNegate((1,2)), tupleModulo((5,4),(3,3)), tupleIntDiv((5,4),(2,3)), tupleHammingDistance((1,2),(1,3)), dotProduct((1,2),(3,4)), tupleModuloByNumber((5,4),3), tupleIntDivByNumber((5,4),3), vectorSum((1,2),(3,4)), vectorDifference((1,2),(3,4));
SELECT tupleNames(CAST((1,2) AS Tuple(a UInt8,b UInt8))), tupleToNameValuePairs(CAST((1,2) AS Tuple(a UInt8,b UInt8))), flattenTuple(CAST(((1,2),3) AS Tuple(a Tuple(b UInt8,c UInt8),d UInt8))), tupleElement((1,2),1), tupleElement(CAST((1,2) AS Tuple(a UInt8,b UInt8)),'b'), tupleElement((1,2),5,'d');
SELECT L1Norm((1,-2)), L2Norm((3,4)), LinfNorm((1,-5)), LpNorm((3,4),2), L1Distance((1,2),(3,4)), L2Distance((0,0),(3,4)), LinfDistance((1,2),(3,5)), LpDistance((0,0),(3,4),2), L1Normalize((1,3)), L2Normalize((3,4)), cosineDistance((1,0),(0,1)), L2SquaredNorm((3,4)), L2SquaredDistance((0,0),(3,4)), LinfNormalize((2,4));
SELECT L2Distance([0,0],[3,4]), cosineDistance([1.,0.],[1.,0.]), L1Norm([1,-2]), dotProduct([1,2],[3,4]), arrayDotProduct([1,2],[3,4]), distanceL2([0],[1]), normL2([3,4]), L2Norm([3.,4.]);
