"""What is valid but most likely not meant: warnings, each with the place and what to try."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.dependence import no_percept
from parlour.languages.gdl.check.exchange import exchanged, made
from parlour.languages.gdl.check.places import Places
from parlour.languages.gdl.check.usage import OTHER_WORDS, REQUIRED, SIGNS, WITH_ROLE, roles_in, sign_advice
from parlour.languages.gdl.check.values import bad_goals, unequal
from parlour.languages.gdl.check.variables import (
    is_positive,
    lone_variables,
    names_in,
    no_variable,
    terms_in,
    two_variables,
    unused_variable,
    warning,
)
from parlour.languages.gdl.syntax.conditions import CONNECTIVES, DISTINCT
from parlour.languages.gdl.syntax.words import KEYWORDS, RANDOM
from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.evaluation.statics import match
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term, Variable
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.lookalikes import latin_twin
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean, distance, suggest

Statics = Mapping[Predicate, Mapping[Compound, None]]
# How often a rule's head may be compared with what is declared.
MOST_LOOKS = 1_000_000
# So many names that nothing defines are compared with all others.
MOST_SUGGESTED = 50
# A name that stands for a role so often is no slip.
MANY_USES = 3
# Signs that mean nothing here, though they look as if they did.
_ORDER = "numbers are names, and their order is a relation of your own: list it, `(less 1 2) (less 2 3)`"
_EQUAL = "for equal terms use one variable in both places"
_DISTINCT = "terms that differ are written `(distinct ?x ?y)`"
COMPARISONS = {
    **dict.fromkeys(("<", ">", "=<", ">=", "<=", "lt", "gt"), _ORDER),
    **dict.fromkeys(("=", "==", "equal", "equals", "eq", "same"), _EQUAL),
    **dict.fromkeys(
        ("/=", "!=", "\\=", "neq", "different", "unequal", "differ", "not-equal", "notequal", "diff", "differs"),
        _DISTINCT,
    ),
}
_NOT = "negation is written `(not …)`"
_AND = "conditions stand one after the other, and all of them must hold"
_OR = "for alternatives write `(or …)`, or a rule for each"
FOREIGN = {
    **dict.fromkeys(("\\+", "!", "~", "¬", "-"), _NOT),
    **dict.fromkeys(("&&", "&", "∧", ","), _AND),
    **dict.fromkeys(("||", "|", "∨", ";"), _OR),
    **dict.fromkeys(("do", "did", "plays", "played"), "which move a role makes is asked by `(does role move)`"),
    **dict.fromkeys(("holds", "fact", "state", "now", "is"), "what holds now is asked by `(true fact)`"),
}
ARITHMETIC = frozenset({"+", "-", "*", "/", "plus", "minus"})


def advise(rules: Sequence[Rule], places: Places, statics: Statics | None) -> Iterator[Diagnostic]:
    """`statics` are the roles and the declared facts and moves; None where they could not be worked out."""
    yield from _case(rules, places)
    signs = [*_arithmetic(rules, places), *_signs(rules, places)]
    yield from signs
    misspelt = [*_misspelt(rules, places), *_relation_as_term(rules, places), *_facts_outside(rules, places)]
    yield from () if signs else misspelt
    if misspelt or signs:
        return  # what else is missing may be missing for the same reason
    # What is missing may be what an error elsewhere is about.
    never = [] if statics is None else list(_undefined(rules, places))
    lost = list(no_variable(rules, places))
    strange: set[str] = set()
    roles = [] if statics is None else [atom.arguments[0] for atom in statics.get(("role", 1), ())]
    if statics is not None:
        if roles:
            unknown = _unknown_roles(rules, places, roles)
            strange = set(unknown)
            yield from unknown.values()
            yield from _idle_roles(rules, places, roles)
        outside = list(places.apart(_outside(rules, places, statics, strange), lost))
        never += _never_begun(rules, places)
        if not strange:
            never += (said for name, said in _nevermade(rules, places) if not _is_meant(name, outside))
        yield from _two_goals(rules, places, roles)
        yield from outside
        if not (never or lost or strange or outside or any(_first_only(rules, places))):
            never += [*unequal(rules, places), *bad_goals(rules, places)]
            never += () if never else _written_once(rules, places)
    yield from never
    yield from () if strange else lost
    yield from _same_terms(rules, places)
    doubtful = list(two_variables(rules, places))
    yield from doubtful
    yield from () if doubtful else lone_variables(rules, places)
    yield from () if statics is None else _first_only(rules, places)
    yield from _beginning_later(rules, places)


def _case(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Names that differ only in case are different names, which hardly anybody means."""
    first: dict[str, tuple[str, Span]] = {}
    told: set[str] = set()
    counts = Counter(name for name, _ in names_in(rules, places))
    for name, span in names_in(rules, places):
        other, where = first.setdefault(name.lower(), (name, span))
        if other != name and name not in told | {other}:
            told |= {name, other} if counts[other] < counts[name] else {name}
            if counts[other] < counts[name]:
                name, span, other, where = other, where, name, span
            yield warning(
                codes.CASE,
                f"`{name}` and `{other}` are two different names",
                f"write `{other}` in both places, unless they are meant to differ",
                Label(places.name(span, name), "this one"),
                Label(places.name(where, other), "and this one"),
            )


def _undefined(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    defined = {rule.head.name for rule in rules}
    lower = {name.lower() for name in defined}
    heads = [rule.head.arguments[-1] for rule in rules if rule.head.name in ("init", "next") and rule.head.arguments]
    facts = {(fact.name, len(fact.arguments)) for fact in heads if isinstance(fact, Compound)}
    done = [rule.head.arguments[1] for rule in rules if rule.head.name == "legal" and len(rule.head.arguments) == 2]
    moves = {predicate(move) for move in done if isinstance(move, Compound) and move.arguments}
    roles = {each.name for each in roles_in(rule.head for rule in rules if rule.head.name == "role")}
    # What a game must have is missed by an error of its own.
    told = set(REQUIRED)
    for rule in rules:
        for item in rule.body:
            if not isinstance(item, Literal):
                continue
            atom = _innermost(item.atom)
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
                if hint is _DISTINCT or (hint is _EQUAL and not item.is_positive):
                    hint = "terms that differ are written " + places.written(Compound(DISTINCT, atom.arguments))
            elif (name, len(atom.arguments)) in moves:
                does = places.example(f"(does role ({name} …))", f"does(role,{name}(…))")
                hint = f"`{name}` is a move, and which move a role makes is asked by {does}"
            elif name in roles:
                hint = f"`{name}` is a role: name first what is asked of it, such as `does`"
            elif name in ("fail", "false"):
                hint = "leave the rule out: what no rule gives does not hold"
            elif name in FOREIGN and places.spelling == "kif":
                hint = FOREIGN[name]
                if hint is _NOT and len(atom.arguments) == 1:
                    hint = "negation is written " + places.written(Compound("not", atom.arguments))
            elif name[:1] in ("!", "~", "-") and (name[1:] in defined or name[1:] in KEYWORDS):
                inner = places.written(Compound(name[1:], atom.arguments)).strip("`")
                hint = f"negation is written {places.example(f'(not {inner})', f'~{inner}')}"
            elif len(told) < MOST_SUGGESTED:
                near = _meant(name, defined - KEYWORDS.keys())
                hint = near or _meant(name, [*KEYWORDS, *CONNECTIVES, DISTINCT]) or hint
            result = "so this condition never holds" if item.is_positive else "so this condition always holds"
            label = Label(places.name(places.item(item), name), result)
            yield warning(codes.UNDEFINED, f"nothing defines `{name}`", hint, label)


def _meant(name: str, known: Iterable[str]) -> str:
    """The known name that is probably meant, also where only its letters are of another alphabet."""
    names = list(known)
    twin = latin_twin(name)
    if twin != name and twin in names:
        return f"this only looks like `{twin}`: it has letters of another alphabet"
    return did_you_mean(name, names)


def _never_begun(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Facts that every `next` makes out of themselves, that no `init` begins, and that something else asks for."""
    making = [(rule, rule.head.arguments[0]) for rule in rules if rule.head.name in ("init", "next")]
    if any(isinstance(fact, Variable) for _, fact in making) or not any(rule.head.name == "init" for rule, _ in making):
        return
    begun: set[str] = set()
    waiting = [(rule, fact.name) for rule, fact in making if isinstance(fact, Compound)]
    while True:
        more = {name for rule, name in waiting if begun.issuperset(_held(rule))} - begun
        if not more:
            break
        begun |= more
    told: set[str] = set()
    asked = {name for rule in rules for name in _asked(rule) if _makes(rule) != name}
    for rule, name in waiting:
        if name in asked - begun - told and name in _held(rule):
            told.add(name)
            title = f"`{name}` never holds: every rule that makes it needs it"
            fact = rule.head.arguments[0]
            has_arguments = isinstance(fact, Compound) and fact.arguments
            example = places.example(f"(init ({name} …))", f"init({name}(…))")
            if not has_arguments:
                example = places.example(f"(init {name})", f"init({name})")
            near = suggest(name, begun) if len(told) < MOST_SUGGESTED else None
            hint = f"say when it begins: {example}" + (f"; or is `{near}` meant?" if near else "")
            yield warning(codes.UNDEFINED, title, hint, Label(places.name(places.head(rule), name)))


def _makes(rule: Rule) -> str:
    """The fact that a rule makes."""
    fact = rule.head.arguments[0] if rule.head.name == "next" else None
    return fact.name if isinstance(fact, Compound) else ""


def _asked(rule: Rule) -> set[str]:
    """The facts that a rule asks for."""
    atoms = [item.atom for item in rule.body if isinstance(item, Literal)]
    facts = [atom.arguments[0] for atom in atoms if atom.name == "true" and len(atom.arguments) == 1]
    return {fact.name for fact in facts if isinstance(fact, Compound)}


def _held(rule: Rule) -> set[str]:
    """The facts that must hold for a rule."""
    return _asked(Rule(rule.head, tuple(item for item in rule.body if is_positive(item))))


def _is_meant(name: str, outside: Sequence[Diagnostic]) -> bool:
    """Whether what is made instead of a fact or a move is told as such."""
    return any(item.hint == f"Did you mean {name}?" for item in outside)


def _nevermade(rules: Sequence[Rule], places: Places) -> Iterator[tuple[str, Diagnostic]]:
    """Facts that no rule makes true, and moves that no rule makes legal: misspelled names, mostly."""
    making = {"true": made(rules, "init", "next"), "does": made(rules, "legal")}
    lower = {name: {known.lower() for known in names or ()} for name, names in making.items()}
    told: set[str] = set()
    for rule in rules:
        for item in rule.body:
            names = making.get(item.atom.name) if isinstance(item, Literal) and item.atom.arguments else None
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
            elif asked := exchanged(item.atom, rules, places):
                hint = asked
            elif len(told) < MOST_SUGGESTED:
                hint = _meant(term.name, names) or hint
            result = "so this condition never holds" if item.is_positive else "so this condition always holds"
            label = Label(places.name(places.item(item), term.name), result)
            verb = "true" if what == "fact" else "legal"
            said = warning(codes.UNDEFINED, f"nothing ever makes a {what} `{term.name}` {verb}", hint, label)
            yield term.name, said


def _unknown_roles(rules: Sequence[Rule], places: Places, roles: Sequence[Term]) -> dict[str, Diagnostic]:
    """Names that stand for a role and are none, each with its message."""
    names = [role.name for role in roles if isinstance(role, Compound)]
    again = places.roles_again()
    found: dict[str, Diagnostic] = {}
    literals = [item.atom for rule in rules for item in rule.body if isinstance(item, Literal)]
    every = [*literals, *(rule.head for rule in rules)]
    uses = Counter(atom.arguments[0] for atom in every if atom.name in WITH_ROLE and atom.arguments)
    for rule in rules:
        atoms = [(rule.head, places.head(rule))]
        atoms += [(item.atom, places.item(item)) for item in rule.body if isinstance(item, Literal)]
        for atom, span in atoms:
            if atom.name not in WITH_ROLE or len(atom.arguments) != 2:
                continue
            role = atom.arguments[0]
            if isinstance(role, Variable) or role in roles or role.name in found:
                continue
            title, label = f"no role is called `{role.name}`", Label(places.name(span, role.name))
            other = atom.arguments[1]
            meant = roles_in(item.atom for item in rule.body if isinstance(item, Literal) and item.atom is not atom)
            if role.arguments:
                title, label = f"a role is a name, and {places.written(role)} is none", Label(places.term(span, role))
            hint = _meant(role.name, names) or f"the roles are {', '.join(names)}"
            if role.name == "random":
                hint = f"chance is a role, too: add {places.example('(role random)', 'role(random)')}"
            elif other in roles or (
                isinstance(other, Variable)
                and (role.arguments or other in meant or (atom.name == "goal" and role.name.isdecimal()))
            ):
                turned = places.written(Compound(atom.name, (other, role)))
                hint = f"the role comes first: write {turned}"
            elif uses[role] >= MANY_USES and not role.arguments:
                hint = f"it makes moves or has goals in several places: add {places.written(Compound('role', (role,)))}"
            elif len(role.name) == 1 and role.name.isalpha():
                variable = places.example(f"?{role.name}", role.name.upper())
                hint += f"; if a variable is meant, write {variable}"
            if again:
                title = f"this role was given before, and no role is called `{role.name}`"
                label = Label(again[-1], "here it is again")
                hint = f"Did you mean {role.name}?"
            found[role.name] = warning(codes.UNDEFINED, title, hint, label)
    return found


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
            yield warning(codes.IDLE_ROLE, f"`{role.name}` {what}", near or f"add a rule: {example}", label)
            if near:
                return


def _first_only(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Facts that hold at the beginning and that no `next` keeps. One without arguments may well be a mark of the first
    step."""
    kept, begun = made(rules, "next"), made(rules, "init")
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
        yield warning(codes.FIRST_ONLY, title, f"what is to stay must be said: {example}", label)


def _beginning_later(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """`init` as a condition of what is asked in every state, and `sees`, of which only players are told."""
    for rule in rules:
        for item in rule.body:
            if isinstance(item, Literal) and _innermost(item.atom).name == "sees":
                said, title, hint = no_percept(places)
                yield warning(codes.BEGINNING_LATER, title, hint, Label(places.name(places.item(item), "sees"), said))
        if rule.head.name not in ("legal", "next", "goal", "terminal", "sees"):
            continue
        for item in rule.body:
            if isinstance(item, Literal) and item.atom.name in ("init", "next"):
                said = "the beginning, in every state" if item.atom.name == "init" else "the state after the moves"
                label = Label(places.name(places.item(item), item.atom.name), f"this speaks of {said}")
                title, hint = f"`{item.atom.name}` does not say what holds now", "for what holds now write `true`"
                yield warning(codes.BEGINNING_LATER, title, hint, label)


def _arithmetic(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Terms such as `(+ ?n 1)`, which are names with arguments here. (A relation may well be called `plus`.)"""
    told: set[str] = set()
    defined = {rule.head.name for rule in rules}
    for rule in rules:
        parts = [(rule.head.arguments, places.head(rule))]
        parts += [(_terms(item), places.item(item)) for item in rule.body]
        for terms, span in parts:
            waiting = list(terms)
            while waiting:
                term = waiting.pop()
                if isinstance(term, Variable):
                    continue
                waiting += term.arguments
                if term.name not in ARITHMETIC or not term.arguments or term.name in told | defined:
                    continue
                told.add(term.name)
                hint = "numbers are names: list what follows what, `(succ 1 2) (succ 2 3)`, and ask for it"
                title = f"there is no arithmetic: `{term.name}` is a name like any other"
                yield warning(codes.ARITHMETIC, title, hint, Label(places.name(span, term.name)))


def _terms(item: Literal | Distinct) -> tuple[Term, ...]:
    """The terms of which a condition speaks."""
    return item.atom.arguments if isinstance(item, Literal) else (item.left, item.right)


def _relation_as_term(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """`(next (step (succ ?n)))`, where `(succ 1 2)` are facts: a relation has no value."""
    relations = {predicate(rule.head) for rule in rules}
    used = {term for rule in rules for item in rule.body if isinstance(item, Literal) for term in item.atom.arguments}
    for rule in rules:
        for fact in rule.head.arguments if rule.head.name in ("next", "init", "legal") else ():
            for term in fact.arguments if isinstance(fact, Compound) else ():
                if not isinstance(term, Compound) or not any(isinstance(each, Variable) for each in term.arguments):
                    continue
                name, count = predicate(term)
                if (name, count + 1) not in relations or (name, count) in relations or term in used:
                    continue
                value = unused_variable(rule, places, "nmkxyz")
                asked = places.written(Compound(name, (*term.arguments, value)))
                title = f"`{name}` is a relation, and has no value"
                hint = f"ask for it in a condition, {asked}, and write {places.written(value)} here"
                yield warning(codes.ARITHMETIC, title, hint, Label(places.term(places.head(rule), term)))


def _signs(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Names that are signs elsewhere, or have such a sign in them."""
    told: set[str] = set()
    for rule in rules:
        if places.spelling == "kif" and not rule.head.arguments and not any(map(str.isalnum, rule.head.name)):
            hint = "leave it out: statements stand in parentheses, and nothing divides them"
            title = f"`{rule.head.name}` is read as a fact"
            if hint not in told and not _sign_advice(rule.head.name, places):
                told.add(hint)
                yield warning(codes.SIGN_IN_NAME, title, hint, Label(places.head(rule)))
    for term, span in terms_in(rules, places):
        name = term.name if isinstance(term, Compound) else places.written(term).strip("`")
        hint = _sign_advice(name, places) if isinstance(term, Compound) else sign_advice(name, places)
        if name == "_":
            free = unused_variable(places.rule_at(span, rules), places)
            hint = f"a variable that nothing else needs has a name, too: {places.written(free)}"
        kind = hint.partition(":")[0]
        if hint and kind not in told:
            told.add(kind)  # brackets come in pairs, and variables seldom alone
            sign = next((sign for sign in SIGNS if sign in name), "")
            what = "name" if isinstance(term, Compound) else "variable"
            title = f"`{sign}` is a part of the {what} `{name}` here"
            if sign in ("", name):
                title = f"`{name}` is a name like any other"
            yield warning(codes.SIGN_IN_NAME, title, hint, Label(places.name(span, name)))


def _sign_advice(name: str, places: Places) -> str:
    if re.fullmatch(r"\d+(\.\.+|…|-)\d+", name):
        facts = places.example("(index 1) (index 2) (index 3)", "index(1) index(2) index(3)")
        return f"every number has a fact of its own: {facts}"
    if places.spelling != "kif":
        return ""
    if len(name) > 1 and name[0] in "$@" and name[1:].isidentifier():
        return f"variables begin with `?`: write `?{name[1:]}`"
    if len(name) > 1 and name[0] == "'" and name[1:].isidentifier():
        return f"names stand without quotation marks: write `{name[1:]}`"
    if len(name) > 2 and name[0] in "'`" and name[-1] in "'`":
        return f"names stand without quotation marks: write `{name[1:-1]}`"
    if len(name) > 1 and name[-1] == "?" and name[:-1].isidentifier():
        return f"variables begin with `?`: write `?{name[:-1]}`"
    return sign_advice(name, places)


def _misspelt(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Relations that no condition asks for and that are nearly called like a word of the language. What a game must
    have and nothing else defines is missed by an error of its own."""
    asked = {item.atom.name for rule in rules for item in rule.body if isinstance(item, Literal)}
    defined = {rule.head.name for rule in rules}
    for rule in rules:
        name, count = rule.head.name, len(rule.head.arguments)
        if name in asked or name in KEYWORDS:
            continue
        words = [word for word, counts in KEYWORDS.items() if count in counts and word not in ("true", "does", "knows")]
        near = suggest(name, [word for word in words if word in defined or word not in REQUIRED])
        if near is not None and (len(near) < 4 or distance(name.lower(), near) > 2 or name.lower() == near):
            near = None
        others = (word for word, said in OTHER_WORDS.items() if name in said and word in words and word in defined)
        near = near or next(others, None)
        if near is None:
            continue
        asked.add(name)  # told
        title = f"no condition asks for `{name}`, and it is not a word of the language"
        label = Label(places.name(places.head(rule), name))
        yield warning(codes.ALMOST_A_WORD, title, f"Did you mean {near}?", label)


def _innermost(atom: Compound) -> Compound:
    """What is asked, without those who know it."""
    while atom.name == "knows" and atom.arguments and isinstance(atom.arguments[-1], Compound):
        atom = atom.arguments[-1]
    return atom


def _facts_outside(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A fact of the state that is written as a fact of the rules: `(control white)` for `(init (control white))`."""
    literals = [item.atom for rule in rules for item in rule.body if isinstance(item, Literal)]
    asked = {predicate(_innermost(atom)) for atom in literals}
    atoms = [atom for atom in (*literals, *(rule.head for rule in rules)) if atom.arguments]
    held = [atom.arguments[0] for atom in atoms if atom.name in ("true", "next")]
    facts = {predicate(fact) for fact in held if isinstance(fact, Compound)}
    done = [atom.arguments[1] for atom in atoms if atom.name in ("does", "legal") and len(atom.arguments) == 2]
    moves = {predicate(move) for move in done if isinstance(move, Compound)}
    for rule in rules:
        if not rule.head.arguments or rule.head.name in KEYWORDS:
            continue
        if predicate(rule.head) in moves - facts - asked:
            asked.add(predicate(rule.head))  # told
            shown = places.written(Compound("legal", (Compound("role"), rule.head)))
            title = f"`{rule.head.name}` is a move, and this does not say who may make it"
            yield warning(codes.FACT_OF_THE_STATE, title, f"a move is legal by {shown}", Label(places.head(rule)))
        elif predicate(rule.head) in facts - asked:
            asked.add(predicate(rule.head))  # told
            is_later = any(isinstance(item, Literal) and item.atom.name in ("true", "does") for item in rule.body)
            shown = places.written(Compound("next" if is_later else "init", (rule.head,)))
            title = f"`{rule.head.name}` is a fact of the state, and this does not say when it holds"
            hint = f"{'after the step' if is_later else 'at the beginning'} it holds by {shown}"
            yield warning(codes.FACT_OF_THE_STATE, title, hint, Label(places.head(rule)))


def _written_once(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A constant in a fact that is written once in the whole text, and is nearly one that is written often."""
    constants: Counter[str] = Counter()
    waiting: list[Term] = []
    for rule in rules:
        waiting += rule.head.arguments
        for item in rule.body:
            waiting += _terms(item)
    while waiting:
        term = waiting.pop()
        if isinstance(term, Compound):
            waiting += term.arguments
            constants[term.name] += not term.arguments
    often = [name for name, count in constants.items() if count > 1 and name.isalpha() and len(name) > 4]
    if len(often) > MOST_SUGGESTED:
        return
    for rule in rules:
        for term in rule.head.arguments if not rule.body else ():
            name = term.name
            if constants[name] != 1 or isinstance(term, Variable) or term.arguments or not name.isalpha():
                continue
            near = suggest(name, often)
            if near is not None and len(name) > 4 and distance(name, near) == 1 and name + "s" != near != name[:-1]:
                title = f"`{name}` is written once, and `{near}` several times"
                label = Label(places.name(places.head(rule), name))
                yield warning(codes.WRITTEN_ONCE, title, f"Did you mean {near}?", label)


def _same_terms(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """`distinct` of a term and itself."""
    for rule in rules:
        for item in rule.body:
            if isinstance(item, Distinct) and item.left == item.right:
                shown = places.written(item.left)
                hint = "compare two different terms, or leave the condition out"
                label = Label(places.item(item), "so this condition never holds")
                yield warning(codes.UNDEFINED, f"{shown} is never distinct from itself", hint, label)


def _two_goals(rules: Sequence[Rule], places: Places, roles: Sequence[Term]) -> Iterator[Diagnostic]:
    """A goal that a role has in every state, and another one; two goals that it has under the same conditions."""
    goals = [rule for rule in rules if rule.head.name == "goal" and len(rule.head.arguments) == 2]
    for rule in goals:
        role, value = rule.head.arguments
        same = [other for other in goals if other.head.arguments[0] == role]
        others = [
            each for each in same if isinstance(each.head.arguments[1], Compound) and each.head.arguments[1] != value
        ]
        if rule.body or not others:
            continue
        title = f"{places.written(role)} always has the goal {places.written(value)}, and another one in some states"
        hint = "a role has one goal at the end: say when it has this one"
        labels = Label(places.head(rule), "this holds in every state"), Label(places.head(others[0]), "here is another")
        yield warning(codes.TWO_GOALS, title, hint, *labels)
        return
    alike: dict[Set[object], dict[Term, list[Rule]]] = {}
    for rule in goals:
        alike.setdefault(frozenset(rule.body), {}).setdefault(rule.head.arguments[0], []).append(rule)
    for by_role in alike.values():
        for role, first, other in _unequal(by_role):
            values = [places.written(each.head.arguments[1]) for each in (first, other)]
            title = f"{places.written(role)} has two goals under the same conditions, {values[0]} and {values[1]}"
            idle = [each for each in roles if each not in by_role and each != Compound(RANDOM)]
            hint = "a role has one goal at the end: say when it has which"
            if len(idle) == 1 and not any(isinstance(each, Variable) for each in by_role):
                hint = f"{places.written(idle[0])} has no goal under these conditions: is one of them meant for it?"
            labels = Label(places.head(other)), Label(places.head(first), "and this one")
            yield warning(codes.TWO_GOALS, title, hint, *labels)


def _unequal(by_role: Mapping[Term, Sequence[Rule]]) -> Iterator[tuple[Term, Rule, Rule]]:
    """The roles that get different goals, each with two rules that give them."""
    for role, (first, *others) in by_role.items():
        for other in others:
            if all(isinstance(each.head.arguments[1], Compound) for each in (first, other)):
                yield role, first, other
                break


def _outside(rules: Sequence[Rule], places: Places, statics: Statics, strange: Set[str]) -> Iterator[Diagnostic]:
    """What `base` and `input` declare, if they do, should be all there is. Of `strange` names all has been said."""
    facts = _Declared(atom.arguments for atom in statics.get(("base", 1), ()))
    moves = _Declared(atom.arguments for atom in statics.get(("input", 2), ()))
    told: set[tuple[str, Predicate]] = set()
    missed = [_missed(rules, "true", "init", "next"), _missed(rules, "does", "legal")]
    for rule in rules:
        head = rule.head
        if any(name in strange for name, _ in names_in([Rule(head)], places, places.head(rule))):
            continue
        declared, where = {"init": (facts, "base"), "next": (facts, "base"), "legal": (moves, "input")}.get(
            head.name, (None, "")
        )
        if declared is None or declared.lists(head.arguments):
            continue
        term = head.arguments[-1]
        assert isinstance(term, Compound)
        near = declared.near(head.arguments)
        if near is None and (where, predicate(term)) in told:
            continue  # the same fact, or move, again
        told.add((where, predicate(term)))
        hint = f"Did you mean {places.written(near).strip('`')}?" if near is not None else ""
        meant = [
            each for each in missed[where == "input"] if each in declared.by_name and each[1] == len(term.arguments)
        ]
        if near is None and len(meant) == 1 and predicate(term) not in declared.by_name:
            hint = f"Did you mean {meant[0][0]}?"
        code = codes.OUTSIDE_BASE if where == "base" else codes.OUTSIDE_INPUT
        title = f"`{where}` does not list {places.written(term)}"
        labels = [Label(places.term(places.head(rule), term))]
        idle = _never_made(rules, where, term)
        if not hint and idle is not None:
            listed = idle.head.arguments[-1]
            labels.append(Label(places.term(places.head(idle), listed), "and nothing else speaks of this"))
            hint = f"is {places.written(listed)} another name for it? Write the same in both places"
        hint = hint or f"add it to `{where}`, or correct the one that is wrong"
        yield warning(code, title, hint, *labels)


def _never_made(rules: Sequence[Rule], where: str, term: Compound) -> Rule | None:
    """What is listed and nothing else speaks of, if that is one thing, with as many arguments as this one has."""
    own = [rule for rule in rules if rule.head.name == where]
    listing = {predicate(last): rule for rule in own if isinstance(last := rule.head.arguments[-1], Compound)}
    atoms = [rule.head for rule in rules if rule.head.name != where]
    atoms += [item.atom for rule in rules for item in rule.body if isinstance(item, Literal)]
    spoken = {predicate(part) for atom in atoms for part in atom.arguments if isinstance(part, Compound)}
    idle = [each for each in listing if each not in spoken and each[1] == len(term.arguments)]
    return listing[idle[0]] if len(idle) == 1 and predicate(term) not in listing else None


def _missed(rules: Sequence[Rule], asked: str, *making: str) -> list[Predicate]:
    """The facts or moves that conditions ask for and no rule makes."""
    known = made(rules, *making)
    atoms = [item.atom for rule in rules for item in rule.body if isinstance(item, Literal)]
    terms = [atom.arguments[-1] for atom in atoms if atom.name == asked and atom.arguments]
    found = dict.fromkeys(predicate(term) for term in terms if isinstance(term, Compound))
    return [] if known is None else [each for each in found if each[0] not in known]


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

    def near(self, pattern: Sequence[Term]) -> Term | None:
        """What is listed and differs from a head in one misspelled name, if there is such a thing."""
        *_, last = pattern
        assert isinstance(last, Compound)
        found: list[tuple[int, Compound]] = []
        for terms in self.by_name.get(predicate(last), ()):
            listed = terms[-1]
            assert isinstance(listed, Compound)
            pairs = [(a, b) for a, b in zip(last.arguments, listed.arguments, strict=True) if a != b]
            pairs = [(a, b) for a, b in pairs if not isinstance(a, Variable)]
            if len(pairs) == 1 and _is_slip(*pairs[0]):
                ((wrong, right),) = pairs
                meant = Compound(last.name, tuple(right if each == wrong else each for each in last.arguments))
                found.append((distance(wrong.name, right.name), meant))
        if found:
            return min(found, key=lambda each: each[0])[1]
        names = [name for name, count in self.by_name if count == len(last.arguments)]
        name = suggest(last.name, names) if predicate(last) not in self.by_name else None
        return None if name is None else Compound(name, last.arguments)


def _is_slip(wrong: Term, right: Term) -> bool:
    names = [term.name for term in (wrong, right) if isinstance(term, Compound) and not term.arguments]
    return len(names) == 2 and suggest(names[0], [names[1]]) is not None
