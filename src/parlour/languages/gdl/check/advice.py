"""What is valid but most likely not meant: warnings, each with the place and what to try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.places import Places
from parlour.languages.gdl.check.usage import REQUIRED
from parlour.languages.gdl.syntax.conditions import CONNECTIVES, DISTINCT
from parlour.languages.gdl.syntax.words import KEYWORDS
from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.evaluation.statics import match
from parlour.logic.rules import Compound, Literal, Rule, Term, Variable
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

Statics = Mapping[Predicate, Mapping[Compound, None]]
# How often a rule's head may be compared with what is declared.
MOST_LOOKS = 1_000_000
# So many names that nothing defines are compared with all others.
MOST_SUGGESTED = 50
# Signs that mean nothing here, though they look as if they did.
_ORDER = "numbers are names, and their order is a relation of your own: list it, `(less 1 2) (less 2 3)`"
COMPARISONS = {
    **dict.fromkeys(("<", ">", "=<", ">=", "<=", "lt", "gt"), _ORDER),
    **dict.fromkeys(("=", "==", "equal", "eq", "same"), "for equal terms use one variable in both places"),
    **dict.fromkeys(("/=", "!=", "\\=", "neq", "different"), "terms that differ are written `(distinct ?x ?y)`"),
}
_BRACKETS = "lists stand in parentheses: `(init (cell 1 b))`"
_COMMENT = "a comment begins with `;` and ends with its line"
SIGNS = {",": "what follows each other is divided by blanks: `(cell 1 b)`", "[": _BRACKETS, "]": _BRACKETS}
SIGNS |= {"{": _BRACKETS, "}": _BRACKETS, "/*": _COMMENT, "*/": _COMMENT}
ARITHMETIC = frozenset({"+", "-", "*", "/", "plus", "minus"})
_WITH_ROLE = frozenset({"does", "legal", "goal", "sees", "knows", "input"})


def advise(rules: Sequence[Rule], places: Places, statics: Statics | None) -> Iterator[Diagnostic]:
    """`statics` are the roles and the declared facts and moves; None where they could not be worked out."""
    yield from _case(rules, places)
    yield from _undefined(rules, places)
    if statics is not None:
        yield from _never_made(rules, places)
        roles = [atom.arguments[0] for atom in statics.get(("role", 1), ())]
        if roles:
            yield from _unknown_roles(rules, places, roles)
            yield from _idle_roles(rules, places, roles)
        yield from _outside(rules, places, statics)
    yield from _first_only(rules, places)
    yield from _beginning_later(rules, places)
    yield from _no_variable(rules, places)
    yield from _arithmetic(rules, places)
    yield from _signs(rules, places)


def _warning(code: str, title: str, hint: str, *labels: Label) -> Diagnostic:
    return Diagnostic(code, title, labels, hint=hint, severity="warning")


def _case(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Names that differ only in case are different names, which hardly anybody means."""
    first: dict[str, tuple[str, Span]] = {}
    told: set[str] = set()
    for name, span in _names(rules, places):
        other, where = first.setdefault(name.lower(), (name, span))
        if other != name and name not in told:
            told.add(name)
            yield _warning(
                codes.CASE,
                f"`{name}` and `{other}` are two different names",
                f"write `{other}` in both places, unless they are meant to differ",
                Label(places.name(span, name), "this one"),
                Label(places.name(where, other), "and this one"),
            )


def _names(rules: Sequence[Rule], places: Places) -> Iterator[tuple[str, Span]]:
    def inside(term: Term, span: Span) -> Iterator[tuple[str, Span]]:
        if isinstance(term, Compound):
            yield term.name, span
            for part in term.arguments:
                yield from inside(part, span)

    for rule in rules:
        yield from inside(rule.head, places.head(rule))
        for item in rule.body:
            for term in (item.atom,) if isinstance(item, Literal) else (item.left, item.right):
                yield from inside(term, places.item(item))


def _undefined(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    defined = {rule.head.name for rule in rules}
    lower = {name.lower() for name in defined}
    heads = [rule.head.arguments[-1] for rule in rules if rule.head.name in ("init", "next") and rule.head.arguments]
    facts = {(fact.name, len(fact.arguments)) for fact in heads if isinstance(fact, Compound)}
    # What a game must have is missed by an error of its own.
    told = set(REQUIRED)
    for rule in rules:
        for item in rule.body:
            if not isinstance(item, Literal):
                continue
            atom = item.atom
            while atom.name == "knows" and atom.arguments and isinstance(atom.arguments[-1], Compound):
                atom = atom.arguments[-1]
            name = atom.name
            if name in told or name.lower() in lower or name in ("true", "does", "knows"):
                continue  # what differs only in case was told already
            told.add(name)
            hint = f"add a fact or a rule for `{name}`"
            if (name, len(atom.arguments)) in facts:
                told_as = places.example(f"(true ({name} …))", f"true({name}(…))")
                hint = f"`{name}` is a fact of the state, and whether it holds now is asked by {told_as}"
            elif name in COMPARISONS:
                hint = COMPARISONS[name]
            elif len(told) < MOST_SUGGESTED:
                near = did_you_mean(name, defined - KEYWORDS.keys())
                hint = near or did_you_mean(name, [*KEYWORDS, *CONNECTIVES, DISTINCT]) or hint
            result = "so this condition never holds" if item.is_positive else "so this condition always holds"
            label = Label(places.name(places.item(item), name), result)
            yield _warning(codes.UNDEFINED, f"nothing defines `{name}`", hint, label)


def _never_made(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Facts that no rule makes true, and moves that no rule makes legal: misspelled names, mostly."""
    made = {"true": _made(rules, "init", "next"), "does": _made(rules, "legal")}
    lower = {name: {known.lower() for known in names or ()} for name, names in made.items()}
    told: set[str] = set()
    for rule in rules:
        for item in rule.body:
            names = made.get(item.atom.name) if isinstance(item, Literal) and item.atom.arguments else None
            if names is None or not isinstance(item, Literal):
                continue
            term = item.atom.arguments[-1]
            if isinstance(term, Variable) or term.name in told or term.name.lower() in lower[item.atom.name]:
                continue  # what differs only in case was told already
            told.add(term.name)
            what = "fact" if item.atom.name == "true" else "move"
            hint = f"add a rule that makes such a {what}, or leave the condition out"
            relation = next((each.head for each in rules if each.head.name == term.name), None)
            if relation is not None and what == "fact":
                shown = places.written(term).strip("`")
                hint = f"`{term.name}` is defined by rules, and no fact of the state: write `{shown}` without `true`"
            elif len(told) < MOST_SUGGESTED:
                hint = did_you_mean(term.name, names) or hint
            result = "so this condition never holds" if item.is_positive else "so this condition always holds"
            label = Label(places.name(places.item(item), term.name), result)
            verb = "true" if what == "fact" else "legal"
            yield _warning(codes.UNDEFINED, f"nothing ever makes a {what} `{term.name}` {verb}", hint, label)


def _made(rules: Sequence[Rule], *relations: str) -> set[str] | None:
    """The names of the facts or moves that some rule makes; None if a rule can make any."""
    terms = [rule.head.arguments[-1] for rule in rules if rule.head.name in relations and rule.head.arguments]
    if any(isinstance(term, Variable) for term in terms):
        return None
    return {term.name for term in terms if isinstance(term, Compound)}


def _unknown_roles(rules: Sequence[Rule], places: Places, roles: Sequence[Term]) -> Iterator[Diagnostic]:
    names = [role.name for role in roles if isinstance(role, Compound)]
    told: set[str] = set()
    for rule in rules:
        atoms = [(rule.head, places.head(rule))]
        atoms += [(item.atom, places.item(item)) for item in rule.body if isinstance(item, Literal)]
        for atom, span in atoms:
            if atom.name not in _WITH_ROLE or len(atom.arguments) != 2:
                continue
            role = atom.arguments[0]
            if isinstance(role, Variable) or role in roles or role.name in told:
                continue
            told.add(role.name)
            hint = did_you_mean(role.name, names) or f"the roles are {', '.join(names)}"
            label = Label(places.name(span, role.name))
            yield _warning(codes.UNDEFINED, f"no role is called `{role.name}`", hint, label)


def _idle_roles(rules: Sequence[Rule], places: Places, roles: Sequence[Term]) -> Iterator[Diagnostic]:
    """Roles that can never move, or for whom no result is worth anything."""
    for relation, what in (("legal", "never has a legal move"), ("goal", "has no `goal`: no result is worth anything")):
        heads = [rule.head.arguments[0] for rule in rules if rule.head.name == relation and rule.head.arguments]
        if not heads or any(isinstance(head, Variable) for head in heads):
            continue
        for role in roles:
            if not isinstance(role, Compound) or role.arguments or role in heads or role.name == "random":
                continue
            named = [head.name for head in heads if isinstance(head, Compound)]
            if any(name not in {each.name for each in roles if isinstance(each, Compound)} for name in named):
                continue  # a role that is misspelt there is told
            near = did_you_mean(role.name, ["random"])
            example = places.example(f"(<= (goal {role.name} 100) …)", f"goal({role.name},100) :- …")
            if relation == "legal":
                example = places.example(f"(<= (legal {role.name} noop) …)", f"legal({role.name},noop) :- …")
            defining = next((rule for rule in rules if rule.head.name == "role" and role in rule.head.arguments), None)
            if defining is None:
                continue
            label = Label(places.name(places.head(defining), role.name))
            yield _warning(codes.IDLE_ROLE, f"`{role.name}` {what}", near or f"add a rule: {example}", label)
            if near:
                return


def _first_only(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Facts that hold at the beginning and that no `next` keeps. One without arguments may well be a mark of the first
    step."""
    kept, begun = _made(rules, "next"), _made(rules, "init")
    if kept is None or not begun or not any(rule.head.name == "init" for rule in rules):
        return
    if not any(rule.head.name == "next" for rule in rules):
        return  # a game of one step
    told: set[str] = set()
    atoms = [item.atom for rule in rules for item in rule.body if isinstance(item, Literal)]
    asked = [atom.arguments[0] for atom in atoms if atom.name == "true" and len(atom.arguments) == 1]
    counts = Counter(term.name for term in asked if isinstance(term, Compound))
    for rule in rules:
        fact = rule.head.arguments[0] if rule.head.name == "init" and rule.head.arguments else None
        if not isinstance(fact, Compound) or fact.name in kept or fact.name in told or not counts[fact.name]:
            continue
        if not fact.arguments:
            continue
        told.add(fact.name)
        gaps = [f"?{letter}" for letter in "xyzuvw"[: len(fact.arguments)]]
        kif = " ".join((fact.name, *gaps)) if gaps else fact.name
        kif = f"({kif})" if gaps else kif
        form = fact.name + (f"({','.join(gap[1:].upper() for gap in gaps)})" if gaps else "")
        example = places.example(f"(<= (next {kif}) (true {kif}) …)", f"next({form}) :- true({form}) & …")
        label = Label(places.name(places.head(rule), fact.name))
        title = f"`{fact.name}` holds at the beginning only: no `next` makes it"
        yield _warning(codes.FIRST_ONLY, title, f"what is to stay must be said: {example}", label)


def _beginning_later(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """`init` as a condition of what is asked in every state."""
    for rule in rules:
        if rule.head.name not in ("legal", "next", "goal", "terminal", "sees"):
            continue
        for item in rule.body:
            if isinstance(item, Literal) and item.atom.name == "init":
                label = Label(places.name(places.item(item), "init"), "this speaks of the beginning, in every state")
                title, hint = "`init` does not say what holds now", "for what holds now write `true`"
                yield _warning(codes.BEGINNING_LATER, title, hint, label)


def _no_variable(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A name that is written once, in a rule where a variable of the same letters is written once: a `?` is missing."""
    named = Counter(name for name, _ in _names(rules, places))
    for rule in rules:
        given = Counter(_variables(Rule(rule.head, tuple(item for item in rule.body if _is_positive(item)))))
        given -= Counter(_variables(Rule(rule.head, ())))
        variables = Counter(_variables(rule))
        own = Counter(name for name, _ in _names([rule], places))
        for name, span in _names([rule], places):
            if named[name] == own[name] == variables[name] == given[name] == 1 and places.spelling == "kif":
                title = f"`{name}` is a name, and `?{name}` a variable of this rule"
                label = Label(places.name(span, name))
                yield _warning(codes.LOST_VARIABLE, title, f"write `?{name}` if the variable is meant", label)


def _is_positive(item: object) -> bool:
    return isinstance(item, Literal) and item.is_positive


def _variables(rule: Rule) -> Iterator[str]:
    waiting: list[Term] = [rule.head]
    for item in rule.body:
        waiting += [item.atom] if isinstance(item, Literal) else [item.left, item.right]
    while waiting:
        term = waiting.pop()
        if isinstance(term, Variable):
            yield term.name
        else:
            waiting += term.arguments


def _arithmetic(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Terms such as `(+ ?n 1)`, which are names with arguments here."""
    told: set[str] = set()
    for name, span in _names(rules, places):
        if name in ARITHMETIC and name not in told:
            told.add(name)
            hint = "numbers are names: list what follows what, `(succ 1 2) (succ 2 3)`, and ask for it"
            title = f"there is no arithmetic: `{name}` is a name like any other"
            yield _warning(codes.ARITHMETIC, title, hint, Label(places.name(span, name)))


def _signs(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Names with a sign in them that divides or encloses elsewhere."""
    if places.spelling != "kif":
        return
    told: set[str] = set()
    for name, span in _names(rules, places):
        sign = next((sign for sign in SIGNS if sign in name), "")
        if sign and SIGNS[sign] not in told:
            told.add(SIGNS[sign])  # brackets come in pairs
            title = f"`{sign}` is a part of the name `{name}` here"
            yield _warning(codes.SIGN_IN_NAME, title, SIGNS[sign], Label(places.name(span, name)))


def _outside(rules: Sequence[Rule], places: Places, statics: Statics) -> Iterator[Diagnostic]:
    """What `base` and `input` declare, if they do, should be all there is."""
    facts = _Declared(atom.arguments for atom in statics.get(("base", 1), ()))
    moves = _Declared(atom.arguments for atom in statics.get(("input", 2), ()))
    for rule in rules:
        head = rule.head
        if head.name in ("init", "next") and not facts.lists(head.arguments):
            fact = places.written(head.arguments[0])
            hint = "add it to `base`, or correct the one that is wrong"
            label = Label(places.head(rule))
            yield _warning(codes.OUTSIDE_BASE, f"`base` does not list {fact}", hint, label)
        if head.name == "legal" and not moves.lists(head.arguments):
            move = places.written(head.arguments[1])
            hint = "add it to `input`, or correct the one that is wrong"
            label = Label(places.head(rule))
            yield _warning(codes.OUTSIDE_INPUT, f"`input` does not list {move}", hint, label)


class _Declared:
    """Facts or moves that are listed, by their names. What is not listed at all lists everything, and so does what
    takes too long to look through."""

    def __init__(self, listed: Iterable[tuple[Term, ...]]) -> None:
        self.by_name: dict[tuple[str, int], list[tuple[Term, ...]]] = {}
        self.looks = MOST_LOOKS
        for terms in listed:
            last = terms[-1]
            assert isinstance(last, Compound)
            self.by_name.setdefault(predicate(last), []).append(terms)

    def lists(self, pattern: Sequence[Term]) -> bool:
        """Whether some instance of a head is listed."""
        last = pattern[-1]
        if isinstance(last, Variable) or not self.by_name:
            return True
        for terms in self.by_name.get(predicate(last), ()):
            self.looks -= 1
            binding: dict[Variable, Compound] | None = {}
            for part, term in zip(pattern, terms, strict=True):
                binding = match(part, term, binding) if binding is not None else None
            if binding is not None or self.looks < 0:
                return True
        return False
