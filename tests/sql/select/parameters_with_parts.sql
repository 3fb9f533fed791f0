-- Maps, arrays and tuples as values of parameters.
SET param_m = {'a': 1, 'b': 2};
SELECT {m:Map(String, UInt8)}, {m:Map(String, UInt8)}['b'];
SET param_m={'a': {'b': [1, 2]}};
SELECT {m:Map(String, Map(String, Array(UInt8)))};
SET param_a = ['x', 'it''s'], param_t = (1, 'a'), param_f = -1.5;
SELECT {a:Array(String)}, {t:Tuple(UInt8, String)}, {f:Float64};
