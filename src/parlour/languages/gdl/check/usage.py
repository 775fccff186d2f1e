"""Each rule by itself: the words of the language used as they are meant, the same number of arguments everywhere, and
variables that something gives a value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.exchange import exchanged
from parlour.languages.gdl.check.fitting import Fitting
from parlour.languages.gdl.check.places import Places
from parlour.languages.gdl.syntax.conditions import CONNECTIVES, DISTINCT
from parlour.languages.gdl.syntax.words import KEYWORDS
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term, Variable, variables
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.lookalikes import latin_twin
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
OTHER_WORDS = {
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
GOALS = "100 is the best result, 0 the worst"
# Words whose first argument is a role.
WITH_ROLE = frozenset({"does", "legal", "goal", "sees", "knows", "input"})
# A name with its parenthesis right behind it.
_APPLIED = re.compile(r"(?<=[\s(])([^\s()?]+)\(")
_FACT_HOLDERS = frozenset({"true", "next", "init", "base"})
_BRACKETS = "lists stand in parentheses: `(init (cell 1 b))`"
_COMMENT = "a comment begins with `;` and ends with its line"
# Signs that divide or enclose elsewhere, and are a part of a name in prefix form.
SIGNS = {",": "what follows each other is divided by blanks: `(cell 1 b)`", "[": _BRACKETS, "]": _BRACKETS}
SIGNS |= {"{": _BRACKETS, "}": _BRACKETS, "/*": _COMMENT, "*/": _COMMENT}
# What is never the name of a fact.
_NO_FACTS = frozenset({*KEYWORDS, *CONNECTIVES, DISTINCT}) - {"role"}


def check_usage(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    yield from _missing(rules, places)
    arities = _Arities(places)
    relations = {rule.head.name for rule in rules} | KEYWORDS.keys() | CONNECTIVES | {DISTINCT}
    unsafe: list[tuple[Span, list[Diagnostic]]] = []
    for rule in rules:
        head = places.head(rule)
        yield from _check_head(rule, head, places)
        wrong = list(_check_atom(rule.head, head, places, arities))
        bare = _bare_head(rule, places) or _each_by_itself(rule, rule.head, relations, places)
        yield from (replace(item, hint=bare) for item in wrong) if bare else wrong
        for item in rule.body:
            if isinstance(item, Literal):
                astray = list(_check_atom(item.atom, places.item(item), places, arities))
                apart = _each_by_itself(rule, item.atom, (), places) or _closed_late(item, places)
                yield from (replace(each, hint=apart) for each in astray) if apart else astray
                wrong += astray
            else:
                for term in (item.left, item.right):
                    arities.term(term, places.item(item))
        if not wrong:
            found = _check_safety(rule, rules, places)
            if rule.body:
                unsafe.append((head.to(places.item(rule.body[-1])), list(found)))
            else:
                yield from found
        yield from _check_length(rule, places)
    uneven = list(arities.found())
    # Where arguments are missing or too many, variables may have lost their values by that.
    about = [label.span.start for item in uneven if item.is_error for label in item.labels]
    for span, lost in unsafe:
        if not any(span.start <= place < span.end for place in about):
            yield from lost
    yield from uneven


def _missing(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    defined = {rule.head.name: rule for rule in reversed(rules)}
    for name, (what, kif, form) in REQUIRED.items():
        if name not in defined:
            near = suggest(name, defined.keys() - KEYWORDS.keys())
            near = near or next((word for word in defined if word.lower() in OTHER_WORDS[name]), None)
            if name == "init" and near and not near[0].isalnum():
                continue  # the sign in its name is told
            given = next((rule for rule in rules if rule.head.name == "next" and not rule.body), None)
            if name == "init" and not near and given is not None:
                near, defined = "next", {**defined, "next": given}
            label = Label(places.end(), "the rule sheet ends here")
            hint = f"add a fact or a rule, such as {places.example(kif, form)}"
            if near:
                label = Label(places.name(places.head(defined[near]), near), "this looks like it")
                hint = f"did you mean `{name}` where you wrote `{near}`?"
                if latin_twin(near) == name:
                    hint = f"this only looks like `{name}`: it has letters of another alphabet"
                is_asked = any(
                    isinstance(item, Literal) and item.atom.name == near for each in rules for item in each.body
                )
                if name == "terminal" and is_asked and not defined[near].head.arguments:
                    hint = f"add {places.example(f'(<= terminal {near})', f'terminal :- {near}')}"
                several = defined[near].head.arguments
                if name == "role" and len(several) > 1:
                    roles = " ".join(places.written(Compound("role", (each,))).strip("`") for each in several)
                    hint = f"every role has a fact of its own: write `{roles}`"
            title = f"nothing says {what}: there is no `{name}`"
            if name == "init":
                yield Diagnostic(codes.NO_BEGINNING, title, (label,), hint=hint, severity="warning")
            else:
                yield Diagnostic(codes.MISSING_RELATION, title, (label,), hint=hint)


def _check_head(rule: Rule, span: Span, places: Places) -> Iterator[Diagnostic]:
    name = rule.head.name
    if name in _NEVER_DEFINED:
        hint = "give the rule a name of your own"
        if name == "does":
            hint = "which moves a role can make is said by `legal`, and what they change by `next`"
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
        if isinstance(value, Compound) and not is_goal(value):
            yield Diagnostic(
                codes.BAD_GOAL,
                f"a goal is a whole number from 0 to 100, and {places.written(value)} is none",
                (Label(places.name(span, value.name) if not value.arguments else span),),
                hint=_turned_goal(rule.head, places) or GOALS,
            )


def _turned_goal(head: Compound, places: Places) -> str:
    """Advice where role and value stand the wrong way round."""
    role, value = head.arguments
    if not (isinstance(role, Compound) and isinstance(value, Compound) and is_goal(role)):
        return ""
    name, worth = value.name, role.name
    return f"the role comes first: write {places.example(f'(goal {name} {worth})', f'goal({name},{worth})')}"


def is_goal(value: Compound) -> bool:
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
            hint=_turned_out(span, places) or _split(atom, counts, places) or _usage(atom.name, places),
        )
        return
    if atom.name in _FACT_HOLDERS:
        fact = atom.arguments[0]
        if isinstance(fact, Compound) and fact.name.lower() in _NO_FACTS:
            where = places.term(span, fact)
            hint = f"`{atom.name}` speaks of facts of your own: name the fact otherwise, or leave `{atom.name}` out"
            if fact.name.lower() in _FACT_HOLDERS and len(fact.arguments) == 1:
                hint = f"one of the two words is enough: write {places.written(Compound(atom.name, fact.arguments))}"
            elif len(fact.arguments) in KEYWORDS.get(fact.name.lower(), ()) and atom.name == "true":
                hint = f"it stands by itself: write {places.written(fact)}"
            yield Diagnostic(
                codes.KEYWORD_AS_TERM,
                f"`{fact.name}` is a word of the language and not the name of a fact",
                (Label(places.name(where, fact.name)),),
                hint=hint,
            )
    if atom.name == "knows":
        inner = atom.arguments[-1]
        first = atom.arguments[0]
        if len(atom.arguments) == 2 and isinstance(first, Compound) and first.arguments and _is_term(inner):
            yield Diagnostic(
                codes.KEYWORD_AS_TERM,
                f"a role knows something, and {places.written(first)} is none",
                (Label(places.term(span, first)),),
                hint=f"the role comes first: write {places.written(Compound('knows', (inner, first)))}",
            )
        elif isinstance(inner, Variable):
            example = places.example("(knows player (secret ?n))", "knows(player,secret(N))")
            yield Diagnostic(
                codes.KEYWORD_AS_TERM,
                "`knows` asks about a sentence, and this is a variable",
                (Label(places.variable(span, inner)),),
                hint=f"name what should be known: {example}",
            )
        else:
            yield from _check_atom(inner, span, places, arities)
            for part in atom.arguments[:-1]:
                arities.term(part, span)
        return
    if counts is None:
        arities.relation(atom, span)
    for part in atom.arguments:
        arities.term(part, span)


def _is_term(term: Term) -> bool:
    """Whether something stands alone, as roles do."""
    return isinstance(term, Variable) or not term.arguments


def _bare_head(rule: Rule, places: Places) -> str:
    """Advice where a head has lost its parentheses, so that its arguments look like conditions: `(<= goal x 100 …)`."""
    wanted = max(KEYWORDS.get(rule.head.name, (0,)))
    parts = [places.item(item).text for item in rule.body[:wanted]]
    if places.spelling != "kif" or rule.head.arguments or not parts or len(parts) < wanted:
        return ""
    if "\n" in "".join(parts) or any(isinstance(item, Literal) and not item.is_positive for item in rule.body[:wanted]):
        return ""
    return f"what has arguments stands in parentheses: write `({' '.join([rule.head.name, *parts])})`"


def _each_by_itself(rule: Rule, atom: Compound, relations: Container[str], places: Places) -> str:
    """Advice where one word has several facts, `(init (cell 1 b) (cell 2 b))`, none of which can be a condition."""
    if atom.name not in _FACT_HOLDERS or len(atom.arguments) < 2 or _APPLIED.search(places.head(rule).text):
        return ""
    parts = [part for part in atom.arguments if isinstance(part, Compound) and part.arguments]
    is_head, is_whole = atom is rule.head, len(parts) == len(atom.arguments)
    if not is_whole or any(part.name in relations for part in parts if not (is_head and rule.body)):
        return ""
    shown = [places.written(Compound(atom.name, (part,))).strip("`") for part in parts]
    if is_head and places.is_rule(rule):
        first = places.example(f"(<= {shown[0]} …) (<= {shown[1]} …)", f"{shown[0]} :- … {shown[1]} :- …")
        return f"each fact has a rule of its own: {first}"
    join = " & " if places.spelling == "rules" and not is_head else " "
    return f"each fact stands by itself: write `{join.join(shown)}`"


def _closed_late(item: Literal, places: Places) -> str:
    """Advice where a condition has swallowed those behind it: `(true (control ?p) (index ?x))`."""
    counts = KEYWORDS.get(item.atom.name, ())
    wanted = max(counts, default=0)
    extra = item.atom.arguments[wanted:]
    is_whole = all(isinstance(part, Compound) and part.arguments for part in item.atom.arguments[wanted - 1 :])
    if not counts or not extra or not is_whole or _APPLIED.search(places.item(item).text):
        return ""
    first = places.written(Compound(item.atom.name, item.atom.arguments[:wanted])).strip("`")
    rest = [places.written(part).strip("`") for part in extra]
    return f"it is closed too late: write `{(' ' if places.spelling == 'kif' else ' & ').join([first, *rest])}`"


def _count(count: int) -> str:
    return "no arguments" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"


def _split(atom: Compound, counts: Sequence[int], places: Places) -> str:
    """Advice where a fact or a move has lost its parentheses: `(legal ?p mark ?x)`."""
    wanted = max(counts)
    if len(atom.arguments) <= wanted or places.spelling != "kif":
        return ""
    extra = [places.written(part).strip("`") for part in atom.arguments[wanted:]]
    shown = places.written(Compound(atom.name, atom.arguments[:wanted])).strip("`")
    if all(isinstance(part, Compound) and part.arguments for part in atom.arguments[wanted:]):
        return f"a rule begins with `<=`: write `(<= {shown} {' '.join(extra)})`"
    if atom.name == "role" and not any(isinstance(part, Compound) and part.arguments for part in atom.arguments):
        return (
            "every role has a fact of its own: write `"
            + " ".join(f"(role {places.written(part).strip('`')})" for part in atom.arguments)
            + "`"
        )
    if wanted < 1 or atom.name == "role":
        return ""
    *first, name = atom.arguments[:wanted]
    if atom.name == "legal" and all(isinstance(part, Compound) and not part.arguments for part in atom.arguments[1:]):
        role, move = atom.arguments[:2]
        several = [places.written(Compound("legal", (role, part))) for part in atom.arguments[1:]]
        assert isinstance(move, Compound)
        whole = places.written(Compound("legal", (role, Compound(move.name, atom.arguments[2:]))))
        return f"each move has a rule of its own: {', '.join(several)}; if it is one move, write {whole}"
    if not isinstance(name, Compound) or name.name.isdigit():
        return ""
    front = [atom.name, *(places.written(part).strip("`") for part in first)]
    whole = places.written(Compound(name.name, (*name.arguments, *atom.arguments[wanted:]))).strip("`")
    return f"what has arguments stands in parentheses: write `({' '.join(front)} {whole})`"


def _turned_out(span: Span, places: Places) -> str:
    """Advice where a name stands before its parentheses, as in rule form: `(true cell(1 1 ?w))`."""
    if places.spelling != "kif" or "\n" in span.text or not _APPLIED.search(span.text):
        return ""
    whole = _APPLIED.sub(r"(\1 ", span.text).replace(",", " ")
    return f"the name stands inside of the parentheses: write `{whole}`"


def _usage(name: str, places: Places) -> str:
    arguments = {"does": "role move", "legal": "role move", "input": "role move", "goal": "role value"}
    words = arguments.get(name, "role percept" if name == "sees" else "role sentence" if name == "knows" else "fact")
    if name == "terminal":
        return "write `terminal` alone"
    if name == "role":
        words = "name"
    return f"write {places.example(f'({name} {words})', f'{name}({words.replace(chr(32), chr(44))})')}"


class _Arities:
    """The numbers of arguments each name is used with. A relation always has the same number; a function with another
    number is another function, which other systems refuse and hardly anybody means. The number that is used less is
    taken for the wrong one."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.relations: dict[str, dict[int, list[tuple[Compound, Span]]]] = {}
        self.functions: dict[str, dict[int, list[tuple[Compound, Span]]]] = {}

    def relation(self, atom: Compound, span: Span) -> None:
        self.relations.setdefault(atom.name, {}).setdefault(len(atom.arguments), []).append((atom, span))

    def term(self, term: Term, span: Span) -> None:
        """Constants and functions may share a name."""
        if isinstance(term, Compound) and term.arguments:
            self.functions.setdefault(term.name, {}).setdefault(len(term.arguments), []).append((term, span))
            for part in term.arguments:
                self.term(part, span)

    def found(self) -> Iterator[Diagnostic]:
        for name, uses in self.relations.items():
            for right, wrong in _pairs(uses):
                counts = _count(right), _count(wrong)
                title = f"the relation `{name}` has {counts[0]} in one place and {counts[1]} in another"
                hint = (
                    self._listed(uses[wrong][0][0], right)
                    or self._applied(uses[wrong][0][1])
                    or f"write it like {self.places.written(uses[right][0][0])}; if two are meant, give them two names"
                )
                labels = self._label(name, uses, wrong), self._label(name, uses, right)
                yield Diagnostic(codes.ARITY, title, labels, hint=hint)
        for name, uses in self.functions.items():
            for right, wrong in _pairs(uses):
                title = f"`{name}` with {_count(right)} and with {_count(wrong)} are two functions"
                hint = f"write it like {self.places.written(uses[right][0][0])}; if two are meant, give them two names"
                labels = self._label(name, uses, wrong), self._label(name, uses, right)
                yield Diagnostic(codes.TWO_FUNCTIONS, title, labels, hint=hint, severity="warning")

    def _listed(self, atom: Compound, right: int) -> str:
        """Advice where one fact lists what several should: `(index 1 2 3)`."""
        if right != 1 or not atom.arguments:
            return ""
        if any(isinstance(part, Variable) or part.arguments for part in atom.arguments):
            return ""
        named = [
            part for part in atom.arguments if not (isinstance(part, Compound) and part.name.lower() in CONNECTIVES)
        ]
        facts = [self.places.written(Compound(atom.name, (part,))).strip("`") for part in named]
        if len(named) < len(atom.arguments):
            either = self.places.example(f"(or {' '.join(facts)})", f"or({','.join(facts)})")
            return f"each condition has all of its words: for one of them write {either}"
        return f"each has a fact of its own: `{' '.join(facts)}`"

    def _applied(self, span: Span) -> str:
        """Advice where a relation stands before its parentheses, as in rule form: `line(x)`."""
        text = span.source.text
        if self.places.spelling != "kif" or not text.startswith("(", span.end):
            return ""
        inner = re.match(r"\(([^()\n]*)\)", text[span.end :])
        shown = "…" if inner is None else inner.group(1).replace(",", " ")
        return f"the name stands inside of the parentheses: write `({span.text} {shown})`"

    def _label(self, name: str, uses: dict[int, list[tuple[Compound, Span]]], count: int) -> Label:
        return Label(self.places.name(uses[count][0][1], name), f"here it has {_count(count)}")


def _pairs(uses: dict[int, list[tuple[Compound, Span]]]) -> Iterator[tuple[int, int]]:
    """The number of arguments that is used most, with each of the others."""
    right = max(uses, key=lambda count: len(uses[count]))
    return ((right, count) for count in uses if count != right)


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


def _check_safety(rule: Rule, rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A variable of the head, of a negation or of `distinct` must occur in a positive condition."""
    given = {
        variable
        for item in rule.body
        if isinstance(item, Literal) and item.is_positive
        for variable in variables(item.atom)
    }
    wanting: list[tuple[str, Span, list[Variable]]] = [("the head", places.head(rule), list(variables(rule.head)))]
    for item in rule.body:
        if isinstance(item, Distinct):
            wanting.append(("`distinct`", places.item(item), [*variables(item.left), *variables(item.right)]))
        elif not item.is_positive:
            wanting.append(("a negated condition", places.item(item), list(variables(item.atom))))
    lost: dict[Variable, tuple[str, Span]] = {}
    for where, span, names in wanting:
        for variable in names:
            if variable in given:
                continue
            before, first = lost.setdefault(variable, (where, span))
            if where not in before:
                lost[variable] = f"{before} and {where}", first
    if lost and not rule.body and not places.is_rule(rule):
        yield _fact_with_variables(rule, list(lost), places)
    elif lost:
        yield _without_values(rule, rules, lost, given, places)


def _fact_with_variables(rule: Rule, lost: Sequence[Variable], places: Places) -> Diagnostic:
    """A fact in which variables stand: mostly a rule not written as one, or a name that looks like a variable."""
    head = places.head(rule)
    inner = rule.head.arguments
    hint = f"a rule says when it holds: {places.example('(<= (line ?x) (row ?m ?x))', 'line(X) :- row(M,X)')}"
    if places.spelling == "kif" and rule.head.name in _FACT_HOLDERS and "\n" not in head.text:
        hint = f"write a name without `?`, or say by a rule which ones: `(<= {head.text} …)`"
    if places.spelling == "kif" and len(inner) > 1 and isinstance(inner[0], Compound) and inner[0].arguments:
        parts = " ".join(places.written(part).strip("`") for part in inner)
        hint = f"a rule begins with `<=`: write `(<= {parts})`"
    elif places.spelling == "kif" and any(_is_condition(part) for part in inner):
        first = next(number for number, part in enumerate(inner) if _is_condition(part))
        whole = places.written(Compound(rule.head.name, inner[:first])).strip("`")
        parts = " ".join(places.written(part).strip("`") for part in inner[first:])
        hint = f"a rule begins with `<=`: write `(<= {whole} {parts})`"
    elif places.spelling == "kif" and not any(isinstance(part, Compound) and part.arguments for part in inner):
        hint = f"write a name without `?`, `{lost[0].name}`, or say by a rule which ones: `(<= {head.text} …)`"
    elif places.spelling == "rules" and rule.head.name in ("role", "init", "base"):
        name = lost[0].name
        hint = f"names begin with a small letter: `{name[0].lower()}{name[1:]}`, or stand in quotes: `'{name}'`"
    labels = [Label(places.variable(head, lost[0]), "this is a variable")]
    labels += [Label(places.variable(head, variable), "and this") for variable in lost[1:]]
    return Diagnostic(codes.UNSAFE, "a fact has no variables", tuple(labels), hint=hint)


def _is_condition(term: Term) -> bool:
    """Whether an argument can only be meant as a condition."""
    return isinstance(term, Compound) and bool(term.arguments) and term.name in (*KEYWORDS, *CONNECTIVES, DISTINCT)


def _without_values(
    rule: Rule, rules: Sequence[Rule], lost: dict[Variable, tuple[str, Span]], given: set[Variable], places: Places
) -> Diagnostic:
    """Variables of a rule to which no condition gives a value."""
    first, *others = lost
    shown = [places.written(variable) for variable in lost]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]]) if others else shown[0]
    what = f"the variables {listed} values" if others else f"the variable {listed} a value"
    labels = [Label(places.variable(span, each), f"it occurs in {where} only") for each, (where, span) in lost.items()]
    counts = Counter(variables(rule.head))
    for item in rule.body:
        counts.update(
            variables(item.atom) if isinstance(item, Literal) else (*variables(item.left), *variables(item.right))
        )
    single = [variable for variable in given if counts[variable] == 1]
    name = _same_letters(rule, first)
    near = suggest(first.name, [variable.name for variable in given])
    atoms = [rule.head, *(item.atom for item in rule.body if isinstance(item, Literal))]
    fitting = Fitting(rules, rule, first)
    listing = Compound("role", (first,)) if first in roles_in(atoms) else fitting.listing()
    hint = "add a condition without negation that lists its values" + (
        f", such as {places.written(listing)}" if listing else ""
    )
    given_roles = (term for each in rules if each.head.name == "role" for term in each.head.arguments)
    roles = {term.name for term in given_roles if isinstance(term, Compound)}
    if re.fullmatch(r"\w+[+-]\d+", first.name) and places.spelling == "rules":
        hint = "there is no arithmetic: list what follows what, `succ(1,2) succ(2,3)`, and ask for it: `succ(M,N)`"
    elif first.name in roles and len(first.name) > 1 and places.spelling == "kif":
        hint = f"`{first.name}` is a role: write it without `?`"
    elif stuck := next((said for each in (*lost, *given) if (said := sign_advice(each.name, places))), ""):
        hint = stuck
    elif name:
        hint = f"`{name}` in the conditions is a name: write {places.written(first)}, if it is meant"
    elif turned := next((said for item in rule.body if (said := _exchanged(item, rules, places))), ""):
        hint = turned
    elif near and counts[Variable(near)] == counts[first] == 1:
        spans = (places.item(item) for item in rule.body if isinstance(item, Literal))
        where = next(span for span in spans if places.variable(span, Variable(near)) != span)
        labels.append(Label(places.variable(where, Variable(near)), "this is another variable"))
        hint = "write the same name in both places"
    elif near:
        hint = f"Did you mean {places.written(Variable(near)).strip('`')}?"
    elif len(single) == len(lost) and all(counts[variable] == 1 for variable in lost):
        one = sorted(places.written(variable) for variable in single)
        hint = f"the conditions have {' and '.join(one)} instead: write the same name in both places"
    elif single and counts[first] == len(lost) == 1:
        unused = sorted(places.written(variable) for variable in single)
        hint = f"the conditions have {' and '.join(unused)}, which nothing else needs: is one of them meant?"
    elif counts[first] == len(lost) == 1 and (other := fitting.other()) is not None:
        hint = f"is {places.written(other)} meant? Otherwise {hint}"
    return Diagnostic(codes.UNSAFE, f"nothing gives {what}", tuple(labels), hint=hint)


def _exchanged(item: Literal | Distinct, rules: Sequence[Rule], places: Places) -> str:
    """Advice where a condition asks for a move as if it were a fact."""
    return exchanged(item.atom, rules, places) if isinstance(item, Literal) and item.atom.name == "true" else ""


def sign_advice(name: str, places: Places) -> str:
    """Advice where a sign that divides or encloses elsewhere has become a part of a name or a variable."""
    if places.spelling != "kif":
        return ""
    return next((advice for sign, advice in SIGNS.items() if sign in name), "")


def roles_in(atoms: Iterable[Compound]) -> set[Term]:
    """What stands where a role stands."""
    return {atom.arguments[0] for atom in atoms if atom.name in (*WITH_ROLE, "role") and atom.arguments}


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
