SET param_x = 42;
SELECT {x:UInt8} + 1;
SET param_name = 'it''s';
SELECT {name:String};
