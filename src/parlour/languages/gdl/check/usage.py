"""Each rule by itself: the words of the language used as they are meant, the same number of arguments everywhere, and
variables that something gives a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.places import Places
from parlour.languages.gdl.syntax.words import KEYWORDS
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term, Variable, variables
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest

# What every game says, with an example in each spelling; a game in which nothing holds at the beginning can be meant.
REQUIRED = {
    "role": ("who plays", "(role white)", "role(white)"),
    "init": ("what holds at the beginning", "(init (control white))", "init(control(white))"),
    "legal": ("which moves are legal", "(legal white noop)", "legal(white,noop)"),
    "goal": ("what a result is worth", "(<= (goal white 100) (line x))", "goal(white,100) :- line(x)"),
    "terminal": ("when the game is over", "(<= terminal (line x))", "terminal :- line(x)"),
}
# What these are called where people speak of games.
_OTHER_WORDS = {
    "role": ("player", "players", "agent"),
    "init": ("start", "initial", "initially", "setup"),
    "legal": ("move", "moves", "action", "can"),
    "goal": ("score", "reward", "payoff", "utility", "value", "win"),
    "terminal": ("end", "over", "gameover", "finished", "done"),
}
_NEVER_DEFINED = {
    "true": "what holds now was said by `init` and `next`",
    "does": "moves are made by players",
    "knows": "what somebody knows follows from what it saw",
}
MOST_CONDITIONS = 500
_FACT_HOLDERS = frozenset({"true", "next", "init", "base"})


def check_usage(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    yield from _missing(rules, places)
    arities = _Arities(places)
    for rule in rules:
        head = places.head(rule)
        yield from _check_head(rule, head, places)
        yield from _check_atom(rule.head, head, places, arities)
        for item in rule.body:
            if isinstance(item, Literal):
                yield from _check_atom(item.atom, places.item(item), places, arities)
            else:
                for term in (item.left, item.right):
                    yield from arities.term(term, places.item(item))
        yield from _check_safety(rule, places)
        yield from _check_length(rule, places)


def _missing(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    defined = {rule.head.name: rule for rule in reversed(rules)}
    for name, (what, kif, form) in REQUIRED.items():
        if name not in defined:
            near = suggest(name, defined.keys() - KEYWORDS.keys())
            near = near or next((word for word in _OTHER_WORDS[name] if word in defined), None)
            label = Label(places.end(), "the rule sheet ends here")
            hint = f"add a fact or a rule, such as {places.example(kif, form)}"
            if near:
                label = Label(places.name(places.head(defined[near]), near), "this looks like it")
                hint = f"did you mean `{name}` where you wrote `{near}`?"
            title = f"nothing says {what}: there is no `{name}`"
            if name == "init":
                yield Diagnostic(codes.NO_BEGINNING, title, (label,), hint=hint, severity="warning")
            else:
                yield Diagnostic(codes.MISSING_RELATION, title, (label,), hint=hint)


def _check_head(rule: Rule, span: Span, places: Places) -> Iterator[Diagnostic]:
    name = rule.head.name
    if name in _NEVER_DEFINED:
        hint = "give the rule a name of your own"
        if name == "true":
            hint = "for the next state write `next`, for the first one `init`"
        if places.spelling == "rules" and not rule.body and name != "knows":
            hint = "if this is a condition of the rule before it, join it by `&`; otherwise " + hint
        yield Diagnostic(
            codes.KEYWORD_IN_HEAD,
            f"no rule can define `{name}`",
            (Label(places.name(span, name), _NEVER_DEFINED[name]),),
            hint=hint,
        )
    if name == "goal" and len(rule.head.arguments) == 2:
        value = rule.head.arguments[1]
        if isinstance(value, Compound) and not _is_goal(value):
            yield Diagnostic(
                codes.BAD_GOAL,
                f"a goal is a whole number from 0 to 100, and {places.written(value)} is none",
                (Label(span),),
                hint=_turned_goal(rule.head, places) or "100 is the best result, 0 the worst",
            )


def _turned_goal(head: Compound, places: Places) -> str:
    """Advice where role and value stand the wrong way round."""
    role, value = head.arguments
    if not (isinstance(role, Compound) and isinstance(value, Compound) and _is_goal(role)):
        return ""
    name, worth = value.name, role.name
    return f"the role comes first: write {places.example(f'(goal {name} {worth})', f'goal({name},{worth})')}"


def _is_goal(value: Compound) -> bool:
    name = value.name
    return not value.arguments and name.isascii() and name.isdigit() and len(name) <= 3 and int(name) <= 100


def _check_atom(atom: Compound, span: Span, places: Places, arities: _Arities) -> Iterator[Diagnostic]:
    counts = KEYWORDS.get(atom.name)
    if counts is not None and len(atom.arguments) not in counts:
        needs = " or ".join(_count(count) for count in counts)
        yield Diagnostic(
            codes.KEYWORD_ARGUMENTS,
            f"`{atom.name}` needs {needs}",
            (Label(span, f"here {'are' if len(atom.arguments) != 1 else 'is'} {_count(len(atom.arguments))}"),),
            hint=_split(atom, counts, places) or _usage(atom.name, places),
        )
        return
    if atom.name in _FACT_HOLDERS:
        fact = atom.arguments[0]
        if isinstance(fact, Compound) and fact.name.lower() in KEYWORDS and fact.name.lower() != "role":
            yield Diagnostic(
                codes.KEYWORD_AS_TERM,
                f"`{fact.name}` is a word of the language and not the name of a fact",
                (Label(places.name(span, fact.name)),),
                hint=f"`{atom.name}` speaks of facts of your own: name the fact otherwise, or leave out `{atom.name}`",
            )
    if atom.name == "knows":
        inner = atom.arguments[-1]
        if isinstance(inner, Variable):
            example = places.example("(knows player (secret ?n))", "knows(player,secret(N))")
            yield Diagnostic(
                codes.KEYWORD_AS_TERM,
                "`knows` asks about a sentence, and this is a variable",
                (Label(places.variable(span, inner)),),
                hint=f"name what should be known: {example}",
            )
        else:
            yield from _check_atom(inner, span, places, arities)
            yield from (found for part in atom.arguments[:-1] for found in arities.term(part, span))
        return
    if counts is None:
        yield from arities.relation(atom, span)
    for part in atom.arguments:
        yield from arities.term(part, span)


def _count(count: int) -> str:
    return "no arguments" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"


def _split(atom: Compound, counts: Sequence[int], places: Places) -> str:
    """Advice where a fact or a move has lost its parentheses: `(legal ?p mark ?x)`."""
    wanted = counts[0] if len(counts) == 1 else 0
    if wanted < 1 or len(atom.arguments) <= wanted or atom.name == "role" or places.spelling != "kif":
        return ""
    *first, name = atom.arguments[:wanted]
    if not isinstance(name, Compound) or name.arguments or name.name.isdigit():
        return ""
    written = [places.written(part).strip("`") for part in (*first, name, *atom.arguments[wanted:])]
    inner = " ".join(written[len(first) :])
    whole = " ".join((atom.name, *written[: len(first)], f"({inner})"))
    return f"what has arguments stands in parentheses: write `({whole})`"


def _usage(name: str, places: Places) -> str:
    arguments = {"does": "role move", "legal": "role move", "input": "role move", "goal": "role value"}
    words = arguments.get(name, "role percept" if name == "sees" else "role sentence" if name == "knows" else "fact")
    if name == "terminal":
        return "write `terminal` alone"
    if name == "role":
        words = "name"
    return f"write {places.example(f'({name} {words})', f'{name}({words.replace(chr(32), chr(44))})')}"


class _Arities:
    """The number of arguments each name was first used with. A relation always has the same number; a function with
    another number is another function, which other systems refuse and hardly anybody means."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.relations: dict[str, dict[int, Span]] = {}
        self.functions: dict[str, dict[int, Span]] = {}

    def relation(self, atom: Compound, span: Span) -> Iterator[Diagnostic]:
        count, other = self._other(self.relations, atom, span)
        if other is not None:
            here = _count(len(atom.arguments))
            yield Diagnostic(
                codes.ARITY,
                f"the relation `{atom.name}` has {_count(count)} in one place and {here} in another",
                (self._label(atom.name, span, len(atom.arguments)), self._label(atom.name, other, count)),
                hint="give it the same arguments everywhere, or two different names",
            )

    def term(self, term: Term, span: Span) -> Iterator[Diagnostic]:
        """Constants and functions may share a name."""
        if isinstance(term, Compound) and term.arguments:
            count, other = self._other(self.functions, term, span)
            if other is not None:
                yield Diagnostic(
                    codes.TWO_FUNCTIONS,
                    f"`{term.name}` with {_count(count)} and with {_count(len(term.arguments))} are two functions",
                    (self._label(term.name, span, len(term.arguments)), self._label(term.name, other, count)),
                    hint="give it the same arguments everywhere; if two are meant, two names are easier to tell apart",
                    severity="warning",
                )
            for part in term.arguments:
                yield from self.term(part, span)

    def _other(self, known: dict[str, dict[int, Span]], atom: Compound, span: Span) -> tuple[int, Span | None]:
        """Where the name first had another number of arguments, and which, if that was not told of this number."""
        counts = known.setdefault(atom.name, {})
        if len(atom.arguments) in counts:
            return 0, None
        counts[len(atom.arguments)] = span
        count, first = next(iter(counts.items()))
        return count, first if len(counts) > 1 else None

    def _label(self, name: str, span: Span, count: int) -> Label:
        return Label(self.places.name(span, name), f"here it has {_count(count)}")


def _check_length(rule: Rule, places: Places) -> Iterator[Diagnostic]:
    """Conditions without variables are settled one by one; the others are weighed against each other."""
    count = 0
    for item in rule.body:
        terms = (item.atom,) if isinstance(item, Literal) else (item.left, item.right)
        count += any(True for term in terms for _ in variables(term))
    if count > MOST_CONDITIONS:
        yield Diagnostic(
            codes.TOO_MANY_CONDITIONS,
            f"this rule has more than {MOST_CONDITIONS} conditions with variables",
            (Label(places.head(rule), f"it has {count:,}"),),
            hint="give some of the conditions a name by a rule of their own, and use the name here",
        )


def _check_safety(rule: Rule, places: Places) -> Iterator[Diagnostic]:
    """A variable of the head, of a negation or of `distinct` must occur in a positive condition."""
    given = {
        variable
        for item in rule.body
        if isinstance(item, Literal) and item.is_positive
        for variable in variables(item.atom)
    }
    told: set[Variable] = set()
    wanting: list[tuple[str, Span, list[Variable]]] = [("the head", places.head(rule), list(variables(rule.head)))]
    for item in rule.body:
        if isinstance(item, Distinct):
            wanting.append(("`distinct`", places.item(item), [*variables(item.left), *variables(item.right)]))
        elif not item.is_positive:
            wanting.append(("a negated condition", places.item(item), list(variables(item.atom))))
    for where, span, names in wanting:
        for variable in names:
            if variable in given or variable in told:
                continue
            told.add(variable)
            hint = "add a condition without negation that lists its values, such as " + places.example(
                f"(index ?{variable.name})", f"index({variable.name})"
            )
            name = _same_letters(rule, variable)
            if name and places.spelling == "kif":
                hint = f"`{name}` in the conditions is a name: write `?{variable.name}`, if it is meant"
                if any(_same_letters(rule, other) for other in told - {variable}):
                    continue  # the same slip again
            yield Diagnostic(
                codes.UNSAFE,
                f"nothing gives the variable {places.written(variable)} a value",
                (Label(places.variable(span, variable), f"it occurs in {where} only"),),
                hint=hint,
            )


def _same_letters(rule: Rule, variable: Variable) -> str:
    """A name in the conditions that is a variable but for its `?`, or its case."""
    waiting: list[Term] = [item.atom for item in rule.body if isinstance(item, Literal)]
    while waiting:
        term = waiting.pop()
        if isinstance(term, Compound):
            if not term.arguments and term.name.casefold() == variable.name.casefold():
                return term.name
            waiting += term.arguments
    return ""
