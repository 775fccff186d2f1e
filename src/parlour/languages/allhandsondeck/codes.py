"""The codes of AllHandsOnDeck's errors and warnings: one constant each, and what each is about in a few words.

Codes are stable: a code is never given to another mistake. `CODES` is the table of contents for the
pages that explain them. AH0xx are found while reading, AH1xx and higher by the checker.
"""

from __future__ import annotations

# Reading characters
TEXT_TOO_LARGE = "AH001"
UNKNOWN_CHARACTER = "AH002"
LOOK_ALIKE = "AH003"
BAD_WORD = "AH004"
FOREIGN_COMMENT = "AH005"
BAD_STRING = "AH006"
BAD_NUMBER = "AH007"
LONG_NUMBER = "AH008"
UNKNOWN_OPERATOR = "AH009"
BAD_FORMATTED_STRING = "AH010"

# Lines and brackets
BAD_INDENTATION = "AH011"
BAD_BACKSLASH = "AH012"
STRAY_BRACKET = "AH013"
NO_BLOCK = "AH014"

# The form of a program
EXPECTED = "AH020"
TOO_DEEP = "AH021"
RESERVED_WORD = "AH022"
WRONG_SPELLING = "AH023"
FOREIGN_WORD = "AH024"
OUTSIDE = "AH025"
BAD_ASSIGNMENT = "AH026"
BAD_PARAMETER = "AH027"
BAD_ARGUMENT = "AH028"
ACTION_CALLED = "AH029"
NO_PARENTHESES = "AH030"
MISPLACED_NOT = "AH031"
BAD_RANGE = "AH032"
RETURN_IN_ONE_LINE = "AH033"

# What is read although the grammar does not have it, and slips
PARAMETER_ORDER = "AH040"
MAIN_NOT_FIRST = "AH041"
STRAY_PARENTHESIS = "AH042"
ASSIGNED_CONDITION = "AH043"

# Declarations
NO_MAIN = "AH100"
TWO_MAINS = "AH101"
DUPLICATE_ACTION = "AH102"
DUPLICATE_HELPER = "AH103"
DUPLICATE_CLASS = "AH104"
DUPLICATE_MEMBER = "AH105"
DUPLICATE_PARAMETER = "AH106"
BAD_BASE = "AH107"
CYCLIC_CLASS = "AH108"
UNKNOWN_CLASS = "AH109"
BAD_TEMPLATE = "AH110"

# Names and calls
UNKNOWN_NAME = "AH120"
UNKNOWN_ACTION = "AH121"
UNKNOWN_HELPER = "AH122"
UNKNOWN_ATTRIBUTE = "AH123"
NOT_A_VALUE = "AH124"
RECEIVER_MISSING = "AH125"
RECEIVER_SUPERFLUOUS = "AH126"
ARGUMENTS = "AH127"
VIRTUAL_CLASS = "AH128"
REDECLARED = "AH129"

# Who may change what
HELPER_CHANGES_STATE = "AH140"
OBJECT_CHANGES_OTHERS = "AH141"
CONST_ASSIGNED = "AH142"
MAIN_ASSIGNS = "AH143"
RETURN_IN_MAIN = "AH144"
NO_RESULT = "AH145"

# Notes to Parlour
UNKNOWN_PRAGMA = "AH150"

CODES: dict[str, str] = {
    TEXT_TOO_LARGE: "a text of more than 1 MB",
    UNKNOWN_CHARACTER: "a character that AllHandsOnDeck does not use",
    LOOK_ALIKE: "a character that only looks like the right one",
    BAD_WORD: "a word in none of the three spellings",
    FOREIGN_COMMENT: "a comment in the style of another language",
    BAD_STRING: "a string that is not closed, or an unknown escape in it",
    BAD_NUMBER: "something that begins like a number but is none",
    LONG_NUMBER: "a number that is too long or too large",
    UNKNOWN_OPERATOR: "an operator of another language",
    BAD_FORMATTED_STRING: "a brace in an f-string that is not closed, not opened or empty",
    BAD_INDENTATION: "a line that is indented like no line above it",
    BAD_BACKSLASH: "a backslash that does not end its line",
    STRAY_BRACKET: "a closing bracket that closes nothing",
    NO_BLOCK: "a block that is missing, or begins in the wrong line",
    EXPECTED: "something else is expected at this place",
    TOO_DEEP: "something nested too deeply",
    RESERVED_WORD: "a reserved word used as a name or a value",
    WRONG_SPELLING: "a name in the spelling of another kind of name",
    FOREIGN_WORD: "a word of another language",
    OUTSIDE: "a statement outside of main, an ACTION and a helper",
    BAD_ASSIGNMENT: "an assignment to something that cannot be assigned",
    BAD_PARAMETER: "a parameter in the wrong form",
    BAD_ARGUMENT: "an argument in the wrong form",
    ACTION_CALLED: "an ACTION that is called like a helper",
    NO_PARENTHESES: "a call without parentheses",
    MISPLACED_NOT: "a not or a do that needs parentheses around it",
    BAD_RANGE: "a range of a range",
    RETURN_IN_ONE_LINE: "return in a helper of one line",
    PARAMETER_ORDER: "a parameter with its type behind its name",
    MAIN_NOT_FIRST: "a main that does not come first",
    STRAY_PARENTHESIS: "a closing parenthesis too many at the end of a line",
    ASSIGNED_CONDITION: "a condition that assigns",
    NO_MAIN: "a program without main",
    TWO_MAINS: "a second main",
    DUPLICATE_ACTION: "an ACTION that is declared twice",
    DUPLICATE_HELPER: "a helper that is declared twice",
    DUPLICATE_CLASS: "a class that is declared twice, or has the name of a built-in one",
    DUPLICATE_MEMBER: "two members of the same name in one class",
    DUPLICATE_PARAMETER: "two parameters of the same name",
    BAD_BASE: "a class that extends what is no class",
    CYCLIC_CLASS: "a class that extends itself",
    UNKNOWN_CLASS: "a class or type that is not declared",
    BAD_TEMPLATE: "a type in < > after what is no Collection",
    UNKNOWN_NAME: "a name that is assigned nowhere",
    UNKNOWN_ACTION: "an ACTION that is not declared",
    UNKNOWN_HELPER: "a helper that is not declared",
    UNKNOWN_ATTRIBUTE: "an attribute that the class does not have",
    NOT_A_VALUE: "a helper, an ACTION or a class used as a value",
    RECEIVER_MISSING: "an ACTION that needs somebody to do it",
    RECEIVER_SUPERFLUOUS: "an ACTION that nobody in particular does",
    ARGUMENTS: "arguments that do not fit the parameters",
    VIRTUAL_CLASS: "an object of the class Collection itself",
    REDECLARED: "a name that is declared again in another way",
    HELPER_CHANGES_STATE: "a helper that changes the game",
    OBJECT_CHANGES_OTHERS: "an Object that changes more than itself",
    CONST_ASSIGNED: "an assignment to a const attribute",
    MAIN_ASSIGNS: "an assignment in main",
    RETURN_IN_MAIN: "return in main",
    NO_RESULT: "a helper that may end without a value",
    UNKNOWN_PRAGMA: "a note to Parlour that it does not understand",
}
