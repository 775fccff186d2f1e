"""From a program to an object file, by LLVM. Imported only for a program that is not in the cache.

Of the runtime, most is compiled once for all programs of a machine. What is small and often called, and the quick loop
of playouts, becomes part of every program, where it can be written into its callers: it is kept as LLVM's bitcode,
cleaned up once, together with what the compiler must know of every function that it may call.
"""

from __future__ import annotations

import marshal

import llvmlite.binding as llvm

from parlour.core.nodes import Program
from parlour.core.passes.suspension import Plan
from parlour.engines.core.values import Shared
from parlour.engines.llvm.target import new_target
from parlour.engines.native.compile.compiler import Compiler, Signature
from parlour.engines.native.compile.types import Types
from parlour.engines.native.layout import Directory

# LLVM's level for large programs: most of their time would go to optimising them.
QUICK = 1

# Instructions of a function of the runtime that large programs never call, but take in.
TINY = 20


def build_program(
    program: Program,
    plan: Plan,
    shared: Shared,
    types: Types,
    near: bytes,
    *,
    bulk: bool,
    judges: bool,
    policy: str | None,
    level: int,
) -> tuple[bytes, Directory]:
    """The object file of a program, and where things lie in its arenas. `near`: what `build_near` gave."""
    bitcode, known = marshal.loads(near)
    runtime = {name: Signature(*signature) for name, signature in known.items()}
    target = new_target(level)
    compiler = Compiler(program, plan, shared, types, runtime, bulk=bulk, judges=judges, policy=policy)
    # How wide things lie in memory must be known when the text is read, not only when code is made.
    module = llvm.parse_assembly(_head(target) + compiler.compile())
    doors = {each.name for each in module.functions if each.name.startswith("parlour_") and not each.is_declaration}
    if bulk:
        doors.update(("parlour_play", "parlour_play_on"))
    own = {each.name for each in module.functions if not each.is_declaration}
    module.link_in(llvm.parse_bitcode(bitcode))
    for each in module.functions:
        if not each.is_declaration and each.name not in doors:
            # What a large program calls but does not swallow is in the runtime, too: it need not be compiled again.
            each.linkage = "available_externally" if compiler.is_large and each.name not in own else "internal"
    if compiler.is_large:
        target = new_target(min(QUICK, level))
        _optimise_quickly(module, target)
    else:
        _optimise(module, target, level)
    return bytes(target.emit_object(module)), compiler.directory


def _optimise(module: llvm.ModuleRef, target: llvm.TargetMachine, level: int) -> None:
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=level))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    builder.getModulePassManager().run(module, builder)


def _optimise_quickly(module: llvm.ModuleRef, target: llvm.TargetMachine) -> None:
    """The passes that matter most, in a third of the time of the usual ones. What is to be written into its callers is
    marked, because LLVM's own judgement of that is only to be had with all the others."""
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=QUICK))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_always_inliner_pass()
    passes.add_ipsccp_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    simplifying = builder.getFunctionPassManager()
    for each in module.functions:
        if not each.is_declaration and each.linkage != llvm.Linkage.available_externally:
            simplifying.run(each, builder)


def build_near(level: int) -> bytes:
    """What becomes part of every program."""
    from parlour.engines.llvm.low.language import emit
    from parlour.engines.native.compile.library import apart, library, signatures

    names = [low.name for low in library().values() if not low.is_foreign and low.name not in apart()]
    target = new_target(level)
    module = llvm.parse_assembly(_head(target) + emit(names, library(), elsewhere=apart()))
    module.verify()
    _clean(module, target)
    leaves = {name for name in names if all(library()[called].is_inline for called in library()[name].calls)}
    for each in module.functions:
        # Large programs have no other way to know what is worth it.
        if each.name in leaves and not library()[each.name].attributes and _size(each) <= TINY:
            each.add_function_attribute("alwaysinline")
    return marshal.dumps((module.as_bitcode(), signatures()))


def build_runtime(level: int) -> bytes:
    """What all programs share, but for what is written into all callers. Walks over memory, strings, tables and drivers
    are not worth more than the quickest cleaning up, which takes a fifth of the time of LLVM's usual passes; what large
    programs call all the time is."""
    from parlour.engines.llvm.low.language import emit
    from parlour.engines.native.compile.library import apart, library

    alone = (low for low in library().values() if not low.is_foreign and not low.is_inline)
    shared = [low for low in alone if low.name not in ("play", "play_on")]
    busy = {low.name for low in shared if low.name not in apart()}
    target = new_target(level)
    rest = [low.name for low in shared if low.name not in busy]
    module = llvm.parse_assembly(_head(target) + emit(rest, library(), elsewhere=busy))
    module.verify()
    _clean(module, target)
    other = llvm.parse_assembly(_head(target) + emit(busy, library(), elsewhere=apart()))
    other.verify()
    _optimise(other, target, level)
    module.link_in(other)
    return bytes(target.emit_object(module))


def build_search(level: int) -> bytes:
    """What searches of all programs share, beside the runtime."""
    from parlour.engines.llvm.low.language import emit
    from parlour.engines.native.compile.library import SEARCHERS, apart, search_library

    own = {module.__name__ for module in SEARCHERS}
    names = [low.name for low in search_library().values() if low.names["__name__"] in own and not low.is_foreign]
    target = new_target(level)
    module = llvm.parse_assembly(_head(target) + emit(names, search_library(), linkage="internal", elsewhere=apart()))
    module.verify()
    _optimise(module, target, level)
    return bytes(target.emit_object(module))


def _size(function: llvm.ValueRef) -> int:
    return sum(1 for block in function.blocks for _ in block.instructions)


def _clean(module: llvm.ModuleRef, target: llvm.TargetMachine) -> None:
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    for _ in range(2):
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
    passes.add_new_gvn_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=1)))


def _head(target: llvm.TargetMachine) -> str:
    return f'target datalayout = "{target.target_data}"\ntarget triple = "{target.triple}"\n'
