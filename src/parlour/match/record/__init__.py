"""A match written down: as text for people, as JSON for programs, in files, and while it is still played."""
