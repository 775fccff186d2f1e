"""Search trees over nets: states in lanes, a tree that grows by batches of leaves, and what was found."""
