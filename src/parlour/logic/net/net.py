"""The propositional net: a game as formulas over the facts of a state and the moves of its roles.

From a ground program (`logic/grounding/grounding.py`) to literals of one graph (`graph.py`): which moves are legal,
what is true next, whether the game is over, and the goals. Rules with the same head are factored, so that a frame axiom
with a thousand instances becomes `fact and not (one of these few moves)`. Atoms that depend on each other in a circle
(chains of stones) become variables of a *loop*: they start as false and are recomputed until nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from parlour.dataclass import dataclass
from parlour.logic.components import components
from parlour.logic.dependencies import DOES
from parlour.logic.dependencies import TRUE as TRUE_RELATION
from parlour.logic.grounding.grounding import Body, GroundProgram, Ungrounded, describe
from parlour.logic.net.graph import AND, FALSE, PICK, TRUE, Graph
from parlour.logic.net.implications import Implications
from parlour.logic.net.transfers import FEWEST_PARTS, Sum, Transfer, Transfers, moves_of
from parlour.logic.rules import Compound

# A circle of so few atoms is written out as often as it has atoms, which is exact, instead of becoming a loop.
UNROLLED = 4
# Of so few moves it is looked up what their being legal implies.
MOST_RELIEVED = 16
# What moves change is built again with shared sums if that saves a tenth of all nodes, and so many at least.
LEAST_GAIN = 1_000
# A set of moves is a number of as many bits.
MOST_MOVES = 100_000
# Nets beyond this many nodes are not built: neither engine nor memory would enjoy them.
MOST_NODES = 3_000_000


@dataclass(frozen=True, slots=True)
class Loop:
    """`variables[i]` is an input node's literal that stands for `results[i]` once nothing changes any more."""

    variables: tuple[int, ...]
    results: tuple[int, ...]


@dataclass(slots=True)
class Net:
    """A game's formulas. Facts, moves and goals are in the order of their tuples.

    Chooser r of the graph is role r; `legal[r][m]` says when it may choose move m. `facts[i]` is the input
    `inputs[i]`, true at first if `init[i]`; `next[i]` is the same fact a step later. Facts that never change are not
    among them, but in `constant` if they are true. `goals[r]` pairs values with literals."""

    graph: Graph
    roles: tuple[Compound, ...]
    facts: tuple[Compound, ...]
    inputs: tuple[int, ...]
    init: tuple[bool, ...]
    moves: tuple[tuple[Compound, ...], ...]
    legal: tuple[tuple[int, ...], ...]
    next: tuple[int, ...]
    terminal: int
    goals: tuple[tuple[tuple[Compound, int], ...], ...]
    loops: tuple[Loop, ...]
    constant: frozenset[Compound] = frozenset()


def build_net(program: GroundProgram) -> Net | Ungrounded:
    """The net of a ground program; facts that turn out never to change are taken out and the rest is built again."""
    most = max((len(program.moves(role)) for role in program.roles), default=0)
    if most > MOST_MOVES:
        return Ungrounded(f"a role has {most:,} moves, and a net can have {MOST_MOVES:,}")
    frozen = _plainly_unchanging(program)
    while True:
        builder = _Builder(program, frozen)
        try:
            net = builder.build()
        except _Tangled as problem:
            shown = describe(program, problem.atoms)
            return Ungrounded(f"whether these hold depends on their not holding: {shown}")
        except _TooLarge:
            return Ungrounded(f"its net has more than {MOST_NODES:,} nodes")
        found = builder.unchanging()
        if found.keys() <= frozen.keys():
            return net
        frozen |= found


def _plainly_unchanging(program: GroundProgram) -> dict[int, int]:
    """Facts of the first state that stay because a rule says just that: what building would find out, too, but only
    when all is built, and then it would begin again."""
    found = {}
    init = program.init
    for (term,), atom in program.members(TRUE_RELATION).items():
        following = program.number("next", term)
        if term not in init or following is None:
            continue
        if following in program.certain or ((atom,), ()) in program.rules.get(following, ()):
            found[term] = TRUE
    return found


class _Tangled(Exception):
    def __init__(self, atoms: list[int]) -> None:
        super().__init__(atoms)
        self.atoms = atoms


class _TooLarge(Exception):
    pass


class _Builder:
    def __init__(self, program: GroundProgram, frozen: dict[int, int]) -> None:
        self.program = program
        self.transfers = Transfers()
        # The sums over moves and facts that were met, and the values of the transfers that were used.
        self.sums: dict[Sum, None] = {}
        self.sums_met = 0
        # The clauses of the atoms with such sums; none for the first atom of a circle with some.
        self.summed: dict[int, set[frozenset[int]]] = {}
        self.carried: dict[int, int] = {}
        self.frozen = frozen
        self.graph = Graph()
        self.values: dict[int, int] = {}
        # By the first atom of each.
        self.loops: dict[int, Loop] = {}
        self.terms: list[int] = []
        self.inputs: list[int] = []
        self.facts: frozenset[int] = frozenset()
        self.following: list[int] = []
        # For each role and move when it is legal and what that implies, as soon as it is known.
        self.legal: list[list[int]] = []
        self.granted: list[list[frozenset[int] | None]] = []
        self.implications = Implications(self.graph)

    def build(self) -> Net:
        program, graph = self.program, self.graph
        compound = program.terms.term
        self.values.update(dict.fromkeys(program.certain, TRUE))
        moves = [program.moves(role) for role in program.roles]
        for role, own in zip(program.roles, moves, strict=True):
            chooser = graph.chooser(len(own))
            number = program.terms.number(role)
            for place, move in enumerate(own):
                self.values[program.members(DOES)[number, move]] = graph.pick_one(chooser, place)
        for (term,), atom in program.members(TRUE_RELATION).items():
            if term in self.frozen:
                self.values[atom] = self.frozen[term]
            else:
                self.values[atom] = graph.input()
                self.terms.append(term)
                self.inputs.append(self.values[atom])
        self.facts = frozenset(self.inputs)
        next_atoms = [program.number("next", term) for term in self.terms]
        roles = [program.terms.number(role) for role in program.roles]
        legal_atoms = [
            [program.number("legal", role, move) for move in own] for role, own in zip(roles, moves, strict=True)
        ]
        goal_rows = {row: atom for row, atom in program.members(("goal", 2)).items() if row[0] in roles}
        terminal = program.number("terminal")
        self.evaluate([atom for own in legal_atoms for atom in own if atom is not None])
        self.granted = [[None] * len(own) for own in moves]
        self.legal = [[self.value(atom) for atom in own] for own in legal_atoms]
        self.evaluate_following([atom for atom in [*next_atoms, terminal, *goal_rows.values()] if atom is not None])
        self.following = [self.value(atom) for atom in next_atoms]
        return Net(
            graph,
            program.roles,
            tuple(compound(term) for term in self.terms),
            tuple(self.inputs),
            tuple(term in program.init for term in self.terms),
            tuple(tuple(compound(move) for move in own) for own in moves),
            tuple(map(tuple, self.legal)),
            tuple(self.following),
            self.value(terminal),
            tuple(
                tuple((compound(row[1]), self.value(atom)) for row, atom in goal_rows.items() if row[0] == role)
                for role in roles
            ),
            tuple(self.loops.values()),
            frozenset(compound(term) for term, value in self.frozen.items() if value == TRUE),
        )

    def value(self, atom: int | None) -> int:
        return FALSE if atom is None else self.values.get(atom, FALSE)

    def unchanging(self) -> dict[int, int]:
        """Facts that keep their first value for ever, with it."""
        found = {}
        for term, node, after in zip(self.terms, self.inputs, self.following, strict=True):
            first = TRUE if term in self.program.init else FALSE
            if after in (first, node):
                found[term] = first
        return found

    # ---------------------------------------------------------------------------------------------- formulas

    def evaluate_following(self, wanted: list[int]) -> None:
        """What moves change. If there turn out to be sums to share, the formulas that have one are made again, and
        those that need them. What is then used no longer stays in the graph, where it costs nothing."""
        done = self.evaluate(wanted)
        found = Transfers(self.sums)
        if found.gain > max(LEAST_GAIN, len(self.graph) // 10):
            self.transfers = found
            self.share_sums(done)
        self.summed.clear()

    def evaluate(self, wanted: list[int]) -> list[list[int]]:
        """Gives all these atoms their values; returns the atoms that had none, from the bottom up, those together that
        need each other."""
        known = self.values
        open_atoms = [atom for atom in wanted if atom not in known]
        done = list(
            components(open_atoms, lambda atom: [item for item in self.program.needs(atom) if item not in known])
        )
        for component in done:
            self.evaluate_component(component)
        return done

    def share_sums(self, done: list[list[int]]) -> None:
        rules, values = self.program.rules, self.values
        changed: set[int] = set()
        for component in done:
            is_above = bool(changed) and any(
                not (changed.isdisjoint(positive) and changed.isdisjoint(negative))
                for atom in component
                for positive, negative in rules.get(atom, ())
            )
            clauses = self.summed.get(component[0])
            if not is_above and clauses is None:
                continue
            before = [values[atom] for atom in component]
            if is_above or not clauses:
                self.evaluate_component(component)
            else:
                values[component[0]] = self.sum_of(clauses)
            changed.update([atom for atom, value in zip(component, before, strict=True) if values[atom] != value])

    def evaluate_component(self, component: list[int]) -> None:
        if len(component) == 1:
            [atom] = component
            bodies = self.program.rules.get(atom, ())
            self.values[atom] = self.formula([body for body in bodies if atom not in body[0]], atom)
            if any(atom in body[1] for body in bodies):
                raise _Tangled(component)
        else:
            sums = self.sums_met
            self.evaluate_circle(component)
            if self.sums_met > sums:
                self.summed[component[0]] = set()
        if len(self.graph) > MOST_NODES:
            raise _TooLarge

    def evaluate_circle(self, atoms: list[int]) -> None:
        members = set(atoms)
        rules = self.program.rules
        if any(number in members for atom in atoms for body in rules[atom] for number in body[1]):
            raise _Tangled(atoms)
        if len(atoms) <= UNROLLED:
            self.values.update(dict.fromkeys(atoms, FALSE))
            for _ in atoms:
                self.values.update({atom: self.formula(rules[atom]) for atom in atoms})
            return
        # Relation by relation, so that what one is made of is computed before it; only what is needed earlier than it
        # is computed has to be remembered from the turn before.
        order = sorted(atoms, key=lambda atom: (self.program.owners[atom], atom))
        place = {atom: number for number, atom in enumerate(order)}
        remembered = {
            below: self.graph.input()
            for atom in order
            for positive, _ in rules[atom]
            for below in positive
            if place.get(below, -1) >= place[atom]
        }
        self.values |= remembered
        results: dict[int, int] = {}
        for atom in order:
            found = self.formula(rules[atom])
            if atom in remembered:
                results[atom] = found
            else:
                self.values[atom] = found
        self.loops[atoms[0]] = Loop(tuple(remembered.values()), tuple(results[atom] for atom in remembered))

    def formula(self, bodies: Sequence[Body], atom: int | None = None) -> int:
        """What the bodies say, one of them at least. For an atom's own formula the clauses are kept if a sum is there
        that may be shared."""
        value = self.values
        if len(bodies) == 1:
            [(positive, negative)] = bodies
            literals = [*[value[atom] for atom in positive], *[value[atom] ^ 1 for atom in negative]]
            if len(literals) > 1 and self.granted:
                return self.graph.conj(self.relieved(set(literals)))
            return self.graph.conj(literals)
        clauses: set[frozenset[int]] = set()
        for positive, negative in bodies:
            clause = {value[atom] for atom in positive}
            if negative:
                clause.update([value[atom] ^ 1 for atom in negative])
            clause.discard(TRUE)
            if not clause:
                return TRUE
            if FALSE in clause or not clause.isdisjoint([literal ^ 1 for literal in clause]):
                continue
            if not self.granted:
                clauses.add(frozenset(clause))
                continue
            for opened in self.opened(clause):
                relieved = self.relieved(opened) if len(opened) > 1 else opened
                if FALSE not in relieved:
                    clauses.add(frozenset(relieved))
        if not self.granted or len(clauses) < FEWEST_PARTS:
            return self.factor(_ordered(clauses))
        sums = self.sums_met
        found = self.sum_of(clauses)
        if atom is not None and self.sums_met > sums:
            self.summed[atom] = clauses
        return found

    def sum_of(self, clauses: set[frozenset[int]]) -> int:
        return self.factor(_ordered(self.transferred(clauses)))

    def transferred(self, clauses: set[frozenset[int]]) -> set[frozenset[int]]:
        """The clauses with what a move carries along in place of the sums that say the same (`transfers.py`)."""
        graph, facts = self.graph, self.facts
        kinds, left = graph.kinds, graph.left
        parts: dict[int, dict[int, int]] = {}
        members: dict[int, list[frozenset[int]]] = {}
        for clause in clauses:
            if len(clause) == 2:
                one, other = clause
                fact, move = (one, other) if one in facts else (other, one)
                if fact in facts and kinds[move >> 1] is PICK:
                    chooser = left[move >> 1]
                    own = parts.setdefault(chooser, {})
                    own[fact] = own.get(fact, 0) | graph.picked(move)
                    members.setdefault(chooser, []).append(clause)
        for chooser in sorted(parts):
            if len(parts[chooser]) < FEWEST_PARTS:
                continue
            formula: Sum = (chooser, tuple(sorted(parts[chooser].items())))
            self.sums[formula] = None
            self.sums_met += 1
            transfer = self.transfers.of(formula)
            if transfer is not None:
                moves = graph.pick(chooser, moves_of(formula))
                clauses = (clauses - set(members[chooser])) | {frozenset([moves, self.carry(transfer)])}
        return clauses

    def carry(self, transfer: Transfer) -> int:
        found = self.carried.get(id(transfer))
        if found is None:
            graph = self.graph
            found = self.carried[id(transfer)] = graph.disj(
                [graph.both(fact, graph.pick(transfer.chooser, moves)) for fact, moves in transfer.sources.items()]
            )
        return found

    def opened(self, clause: set[int]) -> list[set[int]]:
        """The conjunction with the parts of a part that is a move together with something else, and once for each role
        where it is a move of one of two: so the moves of many such conjunctions come together again."""
        kinds, left, right = self.graph.kinds, self.graph.left, self.graph.right
        for literal in [part for part in clause if kinds[part >> 1] is AND and not part & 1]:
            one, other = left[literal >> 1], right[literal >> 1]
            if self.is_move(one) or self.is_move(other):
                clause.remove(literal)
                clause.update((one, other))
        for literal in clause:
            if kinds[literal >> 1] is AND and self.is_move(literal):
                rest = clause - {literal}
                return [rest | {left[literal >> 1] ^ 1}, rest | {right[literal >> 1] ^ 1}]
        return [clause]

    def is_move(self, literal: int) -> bool:
        """Whether it says that one role makes one of some moves, or that one of two roles does."""
        kinds, node = self.graph.kinds, literal >> 1
        if kinds[node] is not AND:
            return kinds[node] is PICK
        left, right = self.graph.left[node], self.graph.right[node]
        return bool(literal & 1) and kinds[left >> 1] is PICK and kinds[right >> 1] is PICK

    def relieved(self, clause: set[int]) -> set[int]:
        """A conjunction without what goes without saying: a move that is made is legal, so what its legality implies
        need not be asked again, and what it excludes cannot be."""
        graph = self.graph
        kinds = graph.kinds
        for literal in [part for part in clause if kinds[part >> 1] is PICK]:
            chosen = graph.picked(literal)
            if chosen.bit_count() > MOST_RELIEVED:
                continue
            chooser = graph.left[literal >> 1]
            others = clause - {literal}
            denied = [other ^ 1 for other in others]
            left = 0
            common = others
            while chosen:
                move = chosen & -chosen
                chosen ^= move
                granted = self.grant(chooser, move.bit_length() - 1)
                if granted.isdisjoint(denied):
                    left |= move
                    common = common & granted
            clause = (others - common if left else others) | {graph.pick(chooser, left)}
        return clause

    def grant(self, role: int, move: int) -> frozenset[int]:
        found = self.granted[role][move]
        if found is None:
            found = self.granted[role][move] = self.implications.of(self.legal[role][move])
        return found

    def factor(self, clauses: list[frozenset[int]]) -> int:
        """A disjunction of conjunctions, with the literals that most of them share taken out first."""
        graph = self.graph
        if len(clauses) == 1:
            return graph.conj(clauses[0])
        where: dict[int, list[int]] = {}
        for number, clause in enumerate(clauses):
            for literal in clause:
                where.setdefault(literal, []).append(number)
        counts = {literal: len(numbers) for literal, numbers in where.items() if len(numbers) > 1}
        # The most frequent first; entries whose count has gone down since are put back.
        heap = [(-count, literal) for literal, count in counts.items()]
        heapify(heap)
        is_left = [True] * len(clauses)
        parts: list[int] = []
        while heap:
            negative, literal = heappop(heap)
            count = counts[literal]
            if count != -negative:
                if count > 1:
                    heappush(heap, (-count, literal))
                continue
            inside: list[frozenset[int]] = []
            for number in where[literal]:
                if is_left[number]:
                    is_left[number] = False
                    inside.append(clauses[number] - {literal})
                    for other in clauses[number]:
                        if other in counts:
                            counts[other] -= 1
            rest = TRUE if any(not clause for clause in inside) else self.factor(inside)
            parts.append(graph.conj([literal, rest]))
        parts += [graph.conj(clause) for number, clause in enumerate(clauses) if is_left[number]]
        return graph.disj(parts)


def _ordered(clauses: set[frozenset[int]]) -> list[frozenset[int]]:
    return sorted(clauses, key=sorted) if len(clauses) > 1 else list(clauses)
