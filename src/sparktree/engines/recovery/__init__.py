"""After a crash: what no commit names is removed, what is lost or damaged is said or made anew."""
