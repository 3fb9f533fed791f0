"""Reading parts: which parts and granules a query needs, and kernel SQL for their rows."""
