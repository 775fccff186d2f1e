"""From a core program to one LLVM module: its functions, the tables that the runtime walks by, and its entry points.

Before: a program in order with its tails marked, and its plan. After: the text of the module, ready for LLVM, and what
the host needs to know of it (`Directory`). Nothing of the author's ever becomes LLVM text: functions are `f7`, texts
are numbers into a table, constants are bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from parlour.core.nodes import Ask, Const, Function, Program, Tell, VirtualCall
from parlour.core.passes.call_graph import called_in_loops, callees, reach, recursive, strong_components
from parlour.core.passes.effects import changes_between_questions
from parlour.core.passes.guards import guards_of
from parlour.core.passes.nonlocal_exits import let_out
from parlour.core.passes.small_ints import Origin, small_ints
from parlour.core.passes.suspension import Plan, Site
from parlour.core.types import NONE, ObjectType, Type
from parlour.core.walk import all_expressions, walk_block
from parlour.engines.core.compiling import Subject
from parlour.engines.core.policy import family
from parlour.engines.core.values import Shared
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.builder import IRBuilder
from parlour.engines.llvm.target import process_triple
from parlour.engines.llvm.text import I8, I32, I64, POINTER
from parlour.engines.native.compile.code import Value, number, registers
from parlour.engines.native.compile.constants import Constants
from parlour.engines.native.compile.doors import write_doors
from parlour.engines.native.compile.passing import Passing, passing, tail_linked
from parlour.engines.native.compile.program_tables import add_table, write_tables
from parlour.engines.native.compile.statements import write_function
from parlour.engines.native.compile.types import Types
from parlour.engines.native.compile.writer import MOST_RETURNED, PLACE_BITS
from parlour.engines.native.layout import STATE_END, Directory, Host, State

# Instructions, none of them optimised yet: a program of more is large, and in a large one a function of no more than
# so few is written into all its callers.
LARGE = 6000
SMALL = 30

# In another one, a function that loops call is written into all its callers if that does not come to more than this.
MOST_SPREAD = 500


class Signature(NamedTuple):
    """A function of the runtime as its callers see it."""

    symbol: str
    params: tuple[str, ...]
    is_failing: bool
    takes_steps: bool


# A function with more instructions than this is compiled as it stands: LLVM would take too long to make it quick. Those
# of real games have half as many at most.
MOST_OPTIMISED = 3_000


class Compiler(Subject):
    """Compiles one program. `judges`: somebody looks what an answer comes to, also where nobody looks at the table.
    `policy` names functions that weigh answers (`engines/core/policy.py`); they have an entry point of their own.
    `runtime` are the functions that compiled code may call."""

    def __init__(
        self,
        program: Program,
        plan: Plan,
        shared: Shared,
        types: Types,
        runtime: Mapping[str, Signature],
        *,
        bulk: bool,
        judges: bool = True,
        policy: str | None = None,
    ) -> None:
        super().__init__(program, plan, shared, bulk=bulk)
        self.policy = policy
        self.types = types
        self._runtime = runtime
        self.constants = Constants(self.types, program.symbols)
        # Where nothing older changes, a driver may answer without a stop.
        changes = changes_between_questions(program, plan.effects, plan.asking)
        self.answers_in_place = bulk and judges and policy is None and not changes
        self.goes_straight = bulk and not judges
        self.escapes = let_out(program)
        self.sites = [site for function in program.functions for site in plan.sites.get(function.name, ())]
        self._site_numbers = {(site.function, site.number): place for place, site in enumerate(self.sites)}
        self.texts: list[str] = []
        self._text_numbers: dict[str, int] = {}
        self._tags: dict[str, int] = {}
        self.dispatchers: dict[Type, ir.Function] = {}
        self._blaming: dict[int, ir.Function] = {}
        self._declared: dict[str, ir.Function] = {}
        self.module = ir.Module()
        self.recursive = recursive(program)
        linked = tail_linked(program)
        self.passing = {each.name: self._passing(each, is_linked=each.name in linked) for each in program.functions}
        self._place_globals()
        # What only looking calls is left to the Python engine.
        self.weighing = () if policy is None else family(program, policy)
        self.guards = list(guards_of(program, self.sites).items()) if bulk else []
        self.reach = reach(program, [program.entry, *self.weighing, *(guard.function for _, guard in self.guards)])
        self.compiled = [function for function in program.functions if function.name in self.reach.functions]
        self.code = {function.name: self._declare(function) for function in self.compiled}
        self.small = small_ints(program, self.compiled, self.hierarchy, self._given())
        self._collect()

    def _given(self) -> dict[str, Sequence[Origin]]:
        """What is given to the functions that doors call, beside the entry: the locals of a question, and an answer."""
        found: dict[str, Sequence[Origin]] = {}
        for name in self.weighing:
            found[name] = [None] * len(self.functions[name].params)
        for (function, _), guard in self.guards:
            found[guard.function] = [*((function, name) for name in guard.wanted), None]
        return found

    def _collect(self) -> None:
        """Texts and constants in the order of the program, whatever is compiled of it: a state goes from one form of a
        program to another, so they must lie in the same places in all of them."""
        self.constants.string("")
        for name in self.program.symbols:
            self.constants.string(name)
        for shared in self.program.globals:
            self.text(shared.name)
        for class_ in self.program.classes:
            for field in class_.fields:
                self.text(field.name)
        for function in self.program.functions:
            for local in (*function.params, *function.locals):
                self.text(local.name)
            for stmt in walk_block(function.body):
                if isinstance(stmt, Tell):
                    self.text(stmt.channel)
            for expr in all_expressions(function):
                if isinstance(expr, Const):
                    self.constants.value(expr.value, expr.type)

    def _place_globals(self) -> None:
        """Answer, arguments, result and globals, one after the other above the state."""
        answers = [self.answer_type(site) for site in self.sites if isinstance(site.stmt, Ask)]
        self.answer_offset = STATE_END
        widest = max((self.types.width(type_) for type_ in answers), default=1)
        self.argument_offset = self.answer_offset + 8 * widest
        self.result_offset = self.argument_offset + 8 * max(sum(each.is_left_over) for each in self.passing.values())
        place = self.result_offset + 8 * max(self.types.width(function.result) for function in self.program.functions)
        self.global_offsets: list[int] = []
        for variable in self.program.globals:
            self.global_offsets.append(place)
            place += 8 * (1 + self.types.width(variable.type))
        self.heap_base = place

    def answer_type(self, site: Site) -> Type:
        function = self.functions[site.function]
        assert isinstance(site.stmt, Ask)
        target = site.stmt.target
        return next(var.type for var in (*function.params, *function.locals) if var.name == target)

    def _first(self, function: Function) -> list[ir.Type]:
        """What every function is given before its arguments: the arena, the steps that are left, and one that may ask
        the site to go on at."""
        return [POINTER, I64, I32] if function.name in self.plan.asking else [POINTER, I64]

    def _passing(self, function: Function, *, is_linked: bool) -> Passing:
        kinds = [kind for param in function.params for kind in registers(param.type, self.types)]
        return passing(kinds, len(self._first(function)), process_triple(), is_linked=is_linked)

    def _declare(self, function: Function) -> ir.Function:
        passed = self.passing[function.name]
        kinds = [*self._first(function), *passed.given(passed.kinds)]
        kind = ir.FunctionType(self._returned(function.result), kinds)
        code = ir.Function(self.module, kind, f"f{self.numbers[function.name]}")
        code.calling_convention = "tailcc"
        code.linkage = "internal"
        code.attributes.add("nounwind")
        return code

    def _returned(self, result: Type) -> ir.Type:
        kinds = () if result == NONE else registers(result, self.types)
        return ir.LiteralStructType([*(kinds if len(kinds) <= MOST_RETURNED else ()), I64])

    def compile(self) -> str:
        """The text of the module, without the runtime."""
        for function in self.compiled:
            write_function(self, function)
        for code in self.module.functions:
            if code.size > MOST_OPTIMISED:
                code.attributes.add("noinline")
                code.attributes.add("optnone")
        write_doors(self)
        write_tables(self)
        self._inline()
        self.module.unrolls = not self.is_large
        return str(self.module)

    @cached_property
    def is_large(self) -> bool:
        return sum(self.code[function.name].size for function in self.compiled) > LARGE

    def _inline(self) -> None:
        """Marks what is written into its callers. In a large program that is small functions, and those that are called
        in one place only, unless with all that is written into them they are larger than what is optimised well. In
        others LLVM sees to that; it does not see which calls stand in loops."""
        beside = self.recursive | self.plan.asking
        calls = callees(self.program)
        numbers = strong_components(calls)
        looped = called_in_loops(self.hierarchy, [each for each in self.compiled if each.name not in beside])
        inlined: dict[str, int] = {}
        for function in sorted(self.compiled, key=lambda each: numbers[each.name]):
            name, code = function.name, self.code[function.name]
            size = code.size + sum(inlined.get(called, 0) for called in calls[name])
            if self.is_large:
                is_worth_it = size <= MOST_OPTIMISED and (code.size <= SMALL or code.uses == 1)
            else:
                is_worth_it = name in looped and size * code.uses <= MOST_SPREAD
            if is_worth_it and name not in beside:
                code.attributes.add("alwaysinline")
                inlined[name] = size

    @property
    def directory(self) -> Directory:
        return Directory(
            self.constants.memory(),
            self.texts,
            self.places,
            self.answer_offset,
            self.result_offset,
            self.global_offsets,
            self.heap_base,
        )

    # ------------------------------------------------------------------------------------ what writers ask for

    def text(self, text: str) -> int:
        found = self._text_numbers.get(text)
        if found is None:
            found = self._text_numbers[text] = len(self.texts)
            self.texts.append(text)
        return found

    def tag(self, tag: str) -> int:
        return self._tags.setdefault(tag, len(self._tags))

    def constant(self, value: Any, type_: Type) -> Value:
        return self.constants.value(value, type_)

    def global_offset(self, name: str) -> int:
        return self.global_offsets[self.globals[name]]

    def may_be_unset(self, name: str) -> bool:
        """Whether a read of a global must be looked after. A policy reads at questions, wherever they come."""
        return name in self.plan.unsure or name in self.presentation or self.policy is not None

    def site_number(self, site: Site) -> int:
        return self._site_numbers[site.function, site.number]

    def methods(self, call: VirtualCall) -> dict[str, list[int]]:
        """The functions a virtual call may reach, each with the numbers of the classes that lead to it."""
        return {
            function: [self.types.number(ObjectType(name)) for name in names]
            for function, names in self.reach.methods(self.hierarchy, call).items()
        }

    def intrinsic(self, name: str, result: ir.Type, *params: ir.Type) -> ir.Function:
        full = f"{name}.p0" if name == "llvm.stacksave" else name
        return self.external(full, result, *params)

    def external(self, name: str, result: ir.Type, *params: ir.Type) -> ir.Function:
        if name not in self._declared:
            self._declared[name] = ir.Function(self.module, ir.FunctionType(result, params), name)
        return self._declared[name]

    def runtime(self, name: str) -> tuple[Signature, ir.Function]:
        """A function of the runtime: what it is, and how it is called."""
        signature = self._runtime[name]
        return signature, self.external(signature.symbol, I64, *[I64] * len(signature.params))

    def blaming(self, details: int) -> ir.Function:
        """Writes an error down, if there is one above the bits of a place, with so many details and the steps that are
        left; and adds the place to the trace of the failure."""
        found = self._blaming.get(details)
        if found is None:
            found = self._blaming[details] = self._make_blaming(details)
        return found

    def _make_blaming(self, details: int) -> ir.Function:
        kinds = [POINTER, I64, I32, *[I64] * details]
        code = ir.Function(self.module, ir.FunctionType(ir.VoidType(), kinds), f"blame{details}")
        code.linkage = "internal"
        for attribute in ("cold", "noinline", "nounwind"):
            code.attributes.add(attribute)
        build = IRBuilder(code.append_basic_block())
        base, left, what, *known = code.args

        def field(offset: Host | State) -> ir.Value:
            return build.gep(base, [number(offset)], source_etype=I8)

        error = build.zext(build.lshr(what, ir.Constant(I32, PLACE_BITS)), I64)
        with build.if_then(build.icmp_unsigned("!=", error, number(0))):
            said = [error, *known, number(0), number(0)]
            for offset, word in zip((Host.ERROR, Host.ERROR_A, Host.ERROR_B), said, strict=False):
                build.store(word, field(offset))
            build.store(left, field(State.STEPS))
        count = build.load(field(Host.TRACE_COUNT), typ=I64)
        room = build.load(field(Host.TRACE_ROOM), typ=I64)
        with build.if_then(build.icmp_unsigned("<", count, room)):
            start = build.load(field(Host.TRACE), typ=I64)
            address = build.add(start, build.mul(count, number(4)))
            place = build.and_(what, ir.Constant(I32, (1 << PLACE_BITS) - 1))
            build.store(place, build.inttoptr(address, POINTER))
            build.store(build.add(count, number(1)), field(Host.TRACE_COUNT))
        build.ret_void()
        return code

    def symbol_texts(self) -> ir.GlobalVariable:
        """The names of the symbols, as offsets of strings."""
        found = self.module.globals.get("symbol_texts")
        if found is None:
            texts = [self.constants.string(name) for name in self.program.symbols]
            found = add_table(self.module, "symbol_texts", texts)
        assert isinstance(found, ir.GlobalVariable)
        return found

    def going_on(self, result: Type) -> ir.Function:
        """Goes on with the frame on top, whose function gives a result of this type."""
        code = self.dispatchers.get(result)
        if code is None:
            kind = ir.FunctionType(self._returned(result), [POINTER, I64])
            code = ir.Function(self.module, kind, f"again{len(self.dispatchers)}")
            code.linkage, code.calling_convention = "internal", "tailcc"
            code.attributes.add("nounwind")
            self.dispatchers[result] = code
        return code
