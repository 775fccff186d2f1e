"""The codes of Senet's errors and warnings: one constant each, and what each is about in a few words.

Codes are stable: a code is never given to another mistake. `CODES` is the table of contents for the
pages that explain them. SN030 to SN059 are tolerances: warnings, and errors for whoever asks for the letter of the
manual (`--strict`).
"""

from __future__ import annotations

# Reading characters
TEXT_TOO_LARGE = "SN001"
UNKNOWN_CHARACTER = "SN002"
LOOK_ALIKE = "SN003"
FOREIGN_COMMENT = "SN004"
STRING_NOT_CLOSED = "SN005"
BAD_ESCAPE = "SN006"
BAD_NUMBER = "SN007"
LARGE_NUMBER = "SN008"
UNKNOWN_OPERATOR = "SN009"

# The form of a program
EXPECTED = "SN010"
TOO_DEEP = "SN011"
RESERVED_WORD = "SN012"
FOREIGN_WORD = "SN013"
SECTIONS = "SN014"
MISPLACED = "SN015"
BAD_TARGET = "SN016"
BAD_BOARD_OPERATION = "SN017"

# Tolerances: characters and words
GREEK_QUESTION_MARK = "SN030"
CURLY_QUOTES = "SN031"
SINGLE_QUOTES = "SN032"
SYMBOL_OPERATOR = "SN033"
LATER_DIALECT = "SN034"
TAB_ESCAPE = "SN035"

# Tolerances: what is left out
NO_TYPE = "SN040"
NO_CONDITION_PARENTHESES = "SN041"
NO_BODY_BRACES = "SN042"
NO_COMMA = "SN043"
NO_FOR_PARENTHESIS = "SN044"
NO_FOR_BRACES = "SN045"
NO_SEMICOLON = "SN046"
NO_CLOSING_BRACE = "SN047"
BARE_ELIF = "SN048"
ELSE_IF = "SN049"

# Tolerances: what the manual's grammar has no place for
INITIALISER = "SN050"
LATE_DECLARATION = "SN051"
GROUP_DEFAULT = "SN052"
PARENT_ARGUMENTS = "SN053"
MIXED_SETUP = "SN054"
MIXED_GROUP = "SN055"

# What a program is made of
NO_BEGIN = "SN100"
UNKNOWN_NAME = "SN101"
UNKNOWN_FUNCTION = "SN102"
UNKNOWN_GROUP = "SN103"
UNKNOWN_MEMBER = "SN104"
PARENT_NOT_GROUP = "SN105"
INHERITANCE_CYCLE = "SN106"
REDECLARATION = "SN107"
NOT_A_VALUE = "SN108"
BAD_CONSTRUCTOR = "SN109"
OVERRIDE_DIFFERS = "SN110"
NO_RETURN = "SN111"
BAD_BEGIN = "SN112"

# Types
ASSIGNED_TYPE = "SN120"
ARGUMENT_TYPE = "SN121"
RETURNED_TYPE = "SN122"
COMPARED_TYPES = "SN123"
ELEMENT_TYPE = "SN124"
CONDITION_TYPE = "SN125"
OPERAND_TYPE = "SN126"
ARGUMENT_COUNT = "SN127"
NOT_A_LIST = "SN128"
NOT_A_FUNCTION = "SN129"

# Places
OUTSIDE_LOOP = "SN130"
OUTSIDE_GROUP = "SN131"
OUTSIDE_FUNCTION = "SN132"
NOT_A_PIECE = "SN133"
NOT_A_BOARD = "SN134"
BAD_COORDINATES = "SN135"
BAD_PASS = "SN136"
ASSERTED_TYPE = "SN137"
BAD_PRAGMA = "SN138"

# Tolerances: meaning
GROUP_IN_OTHER_CASE = "SN140"
GROUP_AS_INSTANCE = "SN141"
GROUP_AS_PIECE = "SN142"
DECLARED_AGAIN = "SN143"
MEMBER_AGAIN = "SN144"
NO_THIS = "SN145"

# Only refused by the letter of the manual
STRING_SUM = "SN150"
NOT_IN_MANUAL = "SN151"
PRINTED_TYPE = "SN152"

# Worth a warning
PHASE_WITHOUT_RETURN = "SN160"
UNKNOWN_PRAGMA = "SN161"
TOO_WIDE = "SN162"

CODES: dict[str, str] = {
    TEXT_TOO_LARGE: "a text of more than 1 MB",
    UNKNOWN_CHARACTER: "a character that Senet does not use",
    LOOK_ALIKE: "a character that only looks like the right one",
    FOREIGN_COMMENT: "a comment in the style of another language",
    STRING_NOT_CLOSED: "a string that is not closed in its line",
    BAD_ESCAPE: "an unknown escape in a string",
    BAD_NUMBER: "something that begins like a number but is none",
    LARGE_NUMBER: "a number that does not fit into 32 bits",
    UNKNOWN_OPERATOR: "operator characters that make no operator",
    EXPECTED: "something else is expected at this place",
    TOO_DEEP: "something nested too deeply",
    RESERVED_WORD: "a reserved word used as a name",
    FOREIGN_WORD: "a word of another language",
    SECTIONS: "a program without @setup or @turns, or with too much of them",
    MISPLACED: "a definition or statement in a place where it cannot stand",
    BAD_TARGET: "an assignment to something that cannot be assigned to",
    BAD_BOARD_OPERATION: "a board operation without its coordinates",
    GREEK_QUESTION_MARK: "a Greek question mark for a semicolon",
    CURLY_QUOTES: "curly quotation marks around a string",
    SINGLE_QUOTES: "single quotation marks around a string",
    SYMBOL_OPERATOR: "&&, || or ! for and, or, not",
    LATER_DIALECT: "a spelling of the later dialect",
    TAB_ESCAPE: "the escape \\t in a string",
    NO_TYPE: "a function without a type",
    NO_CONDITION_PARENTHESES: "a condition without parentheses",
    NO_BODY_BRACES: "a body without braces",
    NO_COMMA: "a missing comma between the values of a for",
    NO_FOR_PARENTHESIS: "a for whose parenthesis is not closed",
    NO_FOR_BRACES: "values of a for without braces",
    NO_SEMICOLON: "a missing semicolon",
    NO_CLOSING_BRACE: "braces that are still open at the end of the text",
    BARE_ELIF: "an elif without a condition",
    ELSE_IF: "else if for elif",
    INITIALISER: "a declaration with a value",
    LATE_DECLARATION: "a declaration after a statement",
    GROUP_DEFAULT: "a value for an attribute in a group",
    PARENT_ARGUMENTS: "a parent with arguments",
    MIXED_SETUP: "a declaration after a statement of @setup",
    MIXED_GROUP: "an attribute after a function of its group",
    NO_BEGIN: "a program without the phase begin",
    UNKNOWN_NAME: "a name that nothing has",
    UNKNOWN_FUNCTION: "a call of a function that there is not",
    UNKNOWN_GROUP: "a group that there is not",
    UNKNOWN_MEMBER: "an attribute or method that a group does not have",
    PARENT_NOT_GROUP: "a parent that is no group",
    INHERITANCE_CYCLE: "a group that would be its own ancestor",
    REDECLARATION: "a name declared twice",
    NOT_A_VALUE: "a function where a value belongs",
    BAD_CONSTRUCTOR: "an instance that cannot be made",
    OVERRIDE_DIFFERS: "a method unlike the one it takes the place of",
    NO_RETURN: "a function that may end without its value",
    BAD_BEGIN: "a phase begin that cannot be the first",
    ASSIGNED_TYPE: "a value of another type than its variable",
    ARGUMENT_TYPE: "an argument of another type",
    RETURNED_TYPE: "a returned value of another type",
    COMPARED_TYPES: "a comparison of values of different types",
    ELEMENT_TYPE: "list elements of different types",
    CONDITION_TYPE: "a condition that is not bool",
    OPERAND_TYPE: "an operator on values that it does not take",
    ARGUMENT_COUNT: "too many or too few arguments",
    NOT_A_LIST: "an element of something that is no list",
    NOT_A_FUNCTION: "a call of something that is no function",
    OUTSIDE_LOOP: "break or continue outside a loop",
    OUTSIDE_GROUP: "this outside a group",
    OUTSIDE_FUNCTION: "return outside a function",
    NOT_A_PIECE: "something placed that is no Piece",
    NOT_A_BOARD: "something used as a board that is none",
    BAD_COORDINATES: "coordinates that are no list of whole numbers",
    BAD_PASS: "pass to something that is no phase",
    ASSERTED_TYPE: "a statement of an assert function that is not bool",
    BAD_PRAGMA: "a comment for Parlour that names the wrong thing",
    GROUP_IN_OTHER_CASE: "a group in other upper and lower case",
    GROUP_AS_INSTANCE: "a group used as if it were an instance",
    GROUP_AS_PIECE: "a Piece group placed as if it were an instance",
    DECLARED_AGAIN: "a variable declared again",
    MEMBER_AGAIN: "a member defined twice in one group",
    NO_THIS: "a method of the own group called without this",
    STRING_SUM: "strings joined by +",
    NOT_IN_MANUAL: "a built-in function that the manual does not list",
    PRINTED_TYPE: "print of something that is no string",
    PHASE_WITHOUT_RETURN: "a called phase that never comes back",
    UNKNOWN_PRAGMA: "a comment for Parlour that says nothing known",
    TOO_WIDE: "a board too wide for coordinates of one digit",
}
