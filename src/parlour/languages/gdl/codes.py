"""The codes of GDL's errors and warnings: one constant each.

Codes are stable: a code is never given to another mistake. What each is about stands in the heading of its page,
`explanations/CODE.md`.
"""

from __future__ import annotations

# Reading characters
TEXT_TOO_LARGE = "GD001"
UNKNOWN_CHARACTER = "GD002"
FOREIGN_COMMENT = "GD003"
QUOTE_NOT_CLOSED = "GD004"
NO_SPELLING = "GD005"

# The form of a rule sheet
NO_RULES = "GD010"
EXPECTED = "GD011"
BRACKETS = "GD012"
TOO_DEEP = "GD013"
NOT_A_SENTENCE = "GD014"
NOT_A_CONDITION = "GD015"
NOT_A_NAME = "GD016"
WRONG_NECK = "GD017"
OLD_SPELLING = "GD018"
TOO_MANY_ALTERNATIVES = "GD019"

# Words with a meaning
KEYWORD_ARGUMENTS = "GD020"
KEYWORD_IN_HEAD = "GD021"
KEYWORD_AS_TERM = "GD022"
MISSING_RELATION = "GD023"
BAD_ROLE = "GD024"
BAD_GOAL = "GD025"

# Rules
ARITY = "GD030"
UNSAFE = "GD031"
TIMELESS = "GD032"
BEFORE_MOVES = "GD033"
NOT_STRATIFIED = "GD034"
ENDLESS = "GD035"
TOO_MANY_CONDITIONS = "GD036"

# Worth a warning
CASE = "GD040"
UNDEFINED = "GD041"
OUTSIDE_BASE = "GD042"
OUTSIDE_INPUT = "GD043"
BAD_PRAGMA = "GD044"
NO_BEGINNING = "GD045"
TWO_FUNCTIONS = "GD046"
