"""The codes of GDL's errors and warnings: one constant each, and what each is about in a few words.

Codes are stable: a code is never given to another mistake. `CODES` is the table of contents for the pages that explain
them.
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

CODES: dict[str, str] = {
    TEXT_TOO_LARGE: "a text of more than 1 MB",
    UNKNOWN_CHARACTER: "a character that GDL does not use",
    FOREIGN_COMMENT: "a comment in the style of the other spelling or of another language",
    QUOTE_NOT_CLOSED: "a quoted name that is not closed",
    NO_SPELLING: "a name that prefix form cannot write",
    NO_RULES: "a rule sheet without rules",
    EXPECTED: "something else is expected at this place",
    BRACKETS: "a parenthesis that is not closed, or closed without being opened",
    TOO_DEEP: "something nested too deeply",
    NOT_A_SENTENCE: "a statement that is neither a fact nor a rule",
    NOT_A_CONDITION: "something in a body that cannot hold or fail",
    NOT_A_NAME: "something applied to arguments that is not a name",
    WRONG_NECK: "a rule arrow of another language",
    OLD_SPELLING: "an old spelling",
    TOO_MANY_ALTERNATIVES: "a rule with too many alternatives",
    KEYWORD_ARGUMENTS: "a word of the language with too few or too many arguments",
    KEYWORD_IN_HEAD: "a rule for something that rules cannot define",
    KEYWORD_AS_TERM: "a word of the language where a fact, a move or a value is expected",
    MISSING_RELATION: "a game without roles, moves, goals or an end",
    BAD_ROLE: "a role that is not a name",
    BAD_GOAL: "a goal that is not a number from 0 to 100",
    ARITY: "a relation with different numbers of arguments",
    UNSAFE: "a variable that nothing gives a value",
    TIMELESS: "something fixed before the game that depends on its course",
    BEFORE_MOVES: "something known before the moves that depends on them",
    NOT_STRATIFIED: "something that holds only if it does not",
    ENDLESS: "rules that make larger and larger terms",
    TOO_MANY_CONDITIONS: "a rule with too many conditions",
    CASE: "two names that differ only in upper and lower case",
    UNDEFINED: "a condition that can never hold",
    OUTSIDE_BASE: "a fact that `base` does not list",
    OUTSIDE_INPUT: "a move that `input` does not list",
    BAD_PRAGMA: "a drawing instruction that cannot be followed",
    NO_BEGINNING: "a game in which nothing holds at the beginning",
    TWO_FUNCTIONS: "a function with different numbers of arguments",
}
