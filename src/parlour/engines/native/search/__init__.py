"""Looking ahead in compiled code: the tree of `engines/search/` over states that lie in an arena."""
