"""The codes of BoGL's errors and warnings: one constant each, and what each is about in a few words.

Codes are stable: a code is never given to another mistake. `CODES` is the table of contents for the
pages that explain them.
"""

from __future__ import annotations

# Reading characters
TEXT_TOO_LARGE = "BG001"
UNKNOWN_CHARACTER = "BG002"
LOOK_ALIKE = "BG003"
COMMENT_NOT_CLOSED = "BG004"
FOREIGN_COMMENT = "BG005"
BAD_STRING = "BG006"
BAD_NUMBER = "BG007"
LONG_NUMBER = "BG008"
UNKNOWN_OPERATOR = "BG009"

# The form of a program
NO_GAME = "BG010"
EXPECTED = "BG011"
WRONG_CASE = "BG012"
RESERVED_WORD = "BG013"
TOO_DEEP = "BG014"
NO_SIGNATURE = "BG015"
NO_EQUATION = "BG016"
WRONG_NAME = "BG017"
BARE_ARGUMENT = "BG018"
SINGLE_EQUALS = "BG019"
FOREIGN_WORD = "BG020"
BAD_PARAMETER = "BG021"
BAD_FUNCTION_TYPE = "BG022"
MISPLACED_ARRAY = "BG023"
BAD_LET = "BG024"
CONTINUED_LINE = "BG025"
NOT_IN_PRELUDE = "BG026"

# Type definitions
UNKNOWN_TYPE = "BG030"
TYPE_REDEFINED = "BG031"
TYPE_RESERVED = "BG032"
CYCLIC_TYPE = "BG033"
OWN_SYMBOL = "BG034"
BAD_EXTENSION = "BG035"
BOARD_SIZE = "BG036"
TYPE_TOO_LARGE = "BG037"
REPEATED_SYMBOL = "BG038"
UNANSWERABLE_INPUT = "BG039"

# Names
UNKNOWN_NAME = "BG050"
UNKNOWN_SYMBOL = "BG051"
REDEFINED = "BG052"
BUILTIN_REDEFINED = "BG053"
REPEATED_VARIABLE = "BG054"
FUNCTION_WITHOUT_ARGUMENTS = "BG055"
NOT_A_FUNCTION = "BG056"
INPUT_CALLED = "BG057"
BOARD_CALLED = "BG058"
INPUT_HIDDEN = "BG059"

# The types of expressions and definitions
DECLARED_TYPE = "BG060"
ARGUMENTS = "BG061"
OPERAND = "BG062"
NO_JOIN = "BG063"
NOT_COMPARABLE = "BG064"
CONDITION = "BG065"
LOOKUP = "BG066"
PROJECTION = "BG067"
PARAMETER_COUNT = "BG068"
EQUATION_FORM = "BG069"
OFF_BOARD = "BG070"
INCOMPLETE_BOARD = "BG071"
CELL_TYPE = "BG072"
NO_LOOP_VARIABLE = "BG073"
LOOP_TYPE = "BG074"
INPUT_IN_BOARD = "BG075"
CYCLIC_BOARD = "BG076"

CODES: dict[str, str] = {
    TEXT_TOO_LARGE: "a text of more than 1 MB",
    UNKNOWN_CHARACTER: "a character that BoGL does not use",
    LOOK_ALIKE: "a character that only looks like the right one",
    COMMENT_NOT_CLOSED: "a comment that is not closed, or closed without being opened",
    FOREIGN_COMMENT: "a comment in the style of another language",
    BAD_STRING: "a string that is not closed, or an unknown escape in it",
    BAD_NUMBER: "something that begins like a number but is none",
    LONG_NUMBER: "a number of more than 18 digits",
    UNKNOWN_OPERATOR: "operator characters that make no operator",
    NO_GAME: "a program without its game line",
    EXPECTED: "something else is expected at this place",
    WRONG_CASE: "a name that starts with the wrong case",
    RESERVED_WORD: "a reserved word used as a name",
    TOO_DEEP: "something nested too deeply",
    NO_SIGNATURE: "an equation without a signature",
    NO_EQUATION: "a signature without an equation",
    WRONG_NAME: "an equation that defines another name than its signature",
    BARE_ARGUMENT: "a function call without parentheses",
    SINGLE_EQUALS: "= where == is meant",
    FOREIGN_WORD: "a word of another language",
    BAD_PARAMETER: "a parameter that is not a name",
    BAD_FUNCTION_TYPE: "a function type inside a function type",
    MISPLACED_ARRAY: "a board type in the wrong form or place",
    BAD_LET: "a let that does not define one name",
    CONTINUED_LINE: "a line that continues the expression before it",
    NOT_IN_PRELUDE: "something that a prelude cannot define",
    UNKNOWN_TYPE: "a type that is not defined",
    TYPE_REDEFINED: "a type that is defined twice",
    TYPE_RESERVED: "a type name that belongs to the language",
    CYCLIC_TYPE: "a type that is defined by itself",
    OWN_SYMBOL: "a type that has the name of one of its own symbols",
    BAD_EXTENSION: "a type extended by something that is not a symbol",
    BOARD_SIZE: "a board that is too small or too large",
    TYPE_TOO_LARGE: "a type that is too large, or too many types",
    REPEATED_SYMBOL: "a symbol that is listed twice",
    UNANSWERABLE_INPUT: "an input type that no answer can have",
    UNKNOWN_NAME: "a value or function that is not defined",
    UNKNOWN_SYMBOL: "a symbol that no type contains",
    REDEFINED: "a name that is defined twice",
    BUILTIN_REDEFINED: "a built-in name that cannot be defined again",
    REPEATED_VARIABLE: "two variables of the same name in one equation",
    FUNCTION_WITHOUT_ARGUMENTS: "a function without its arguments",
    NOT_A_FUNCTION: "arguments for something that is not a function",
    INPUT_CALLED: "input with arguments",
    BOARD_CALLED: "a board looked up like a function",
    INPUT_HIDDEN: "a variable called input",
    DECLARED_TYPE: "a definition whose equation does not fit its signature",
    ARGUMENTS: "arguments of the wrong type or number",
    OPERAND: "an operand of the wrong type",
    NO_JOIN: "branches without a common type",
    NOT_COMPARABLE: "a comparison of two things that can never be equal",
    CONDITION: "a condition that is neither true nor false",
    LOOKUP: "a lookup that needs a board and a position",
    PROJECTION: "a component that a tuple does not have",
    PARAMETER_COUNT: "more or fewer parameters than the type has components",
    EQUATION_FORM: "an equation of another form than its signature",
    OFF_BOARD: "a position outside the board",
    INCOMPLETE_BOARD: "a board with cells that have no value",
    CELL_TYPE: "a value that the board cannot hold",
    NO_LOOP_VARIABLE: "a loop without a variable to change",
    LOOP_TYPE: "a loop whose body does not fit its variables",
    INPUT_IN_BOARD: "a board equation that needs an answer",
    CYCLIC_BOARD: "a board that is defined by itself",
}
