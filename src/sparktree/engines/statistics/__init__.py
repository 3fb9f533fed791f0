"""Statistics of columns: what tables declare, what parts hold, what queries estimate by them."""
