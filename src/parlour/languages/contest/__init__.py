"""Contest: the formats of competition shows, as rounds of competitions, votes and eliminations in near-English."""
