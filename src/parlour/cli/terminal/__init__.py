"""A person at a terminal: what is shown of a match, what is read, and what can be said at a question."""
