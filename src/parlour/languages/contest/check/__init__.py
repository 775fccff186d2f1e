"""Contest's tree: what it means, and what is wrong with it."""
