"""The words of the low-level language as LLVM: what `ld`, `copy` or `fadd` becomes.

In a template `{0}`, `{1}` … are the arguments, `{r}` is the result, other letters are fresh names. Floats go by their
bits, so that every value is an `i64`.
"""

from __future__ import annotations

WORDS: dict[str, str] = {
    "ld": "{p} = inttoptr i64 {0} to ptr\n{r} = load i64, ptr {p}, align 8",
    "st": "{p} = inttoptr i64 {0} to ptr\nstore i64 {1}, ptr {p}, align 8",
    "ld32": "{p} = inttoptr i64 {0} to ptr\n{x} = load i32, ptr {p}, align 1\n{r} = zext i32 {x} to i64",
    "st32": "{p} = inttoptr i64 {0} to ptr\n{x} = trunc i64 {1} to i32\nstore i32 {x}, ptr {p}, align 1",
    "ld16": "{p} = inttoptr i64 {0} to ptr\n{x} = load i16, ptr {p}, align 1\n{r} = zext i16 {x} to i64",
    "st16": "{p} = inttoptr i64 {0} to ptr\n{x} = trunc i64 {1} to i16\nstore i16 {x}, ptr {p}, align 1",
    "ld8": "{p} = inttoptr i64 {0} to ptr\n{x} = load i8, ptr {p}\n{r} = zext i8 {x} to i64",
    "st8": "{p} = inttoptr i64 {0} to ptr\n{x} = trunc i64 {1} to i8\nstore i8 {x}, ptr {p}",
    "ld64": "{p} = inttoptr i64 {0} to ptr\n{r} = load i64, ptr {p}, align 1",
    "st64": "{p} = inttoptr i64 {0} to ptr\nstore i64 {1}, ptr {p}, align 1",
    "poll": "{p} = inttoptr i64 {0} to ptr\n{r} = load volatile i64, ptr {p}, align 8",
    "call_at": "{p} = inttoptr i64 {0} to ptr\n{q} = inttoptr i64 {1} to ptr\n{r} = call i64 {p}(ptr {q})",
    "call_stage": "{p} = inttoptr i64 {0} to ptr\n{a} = inttoptr i64 {1} to ptr\n{b} = inttoptr i64 {2} to ptr\n"
    "{c} = inttoptr i64 {3} to ptr\n{d} = inttoptr i64 {4} to ptr\ncall void {p}(ptr {a}, ptr {b}, ptr {c}, ptr {d})",
    "copy": "{p} = inttoptr i64 {0} to ptr\n{q} = inttoptr i64 {1} to ptr\n"
    "call void @llvm.memcpy.p0.p0.i64(ptr {p}, ptr {q}, i64 {2}, i1 false)",
    "move": "{p} = inttoptr i64 {0} to ptr\n{q} = inttoptr i64 {1} to ptr\n"
    "call void @llvm.memmove.p0.p0.i64(ptr {p}, ptr {q}, i64 {2}, i1 false)",
    "fill": "{p} = inttoptr i64 {0} to ptr\n{x} = trunc i64 {1} to i8\n"
    "call void @llvm.memset.p0.i64(ptr {p}, i8 {x}, i64 {2}, i1 false)",
    "same_bytes": "{p} = inttoptr i64 {0} to ptr\n{q} = inttoptr i64 {1} to ptr\n"
    "{x} = call i32 @memcmp(ptr {p}, ptr {q}, i64 {2})\n{c} = icmp eq i32 {x}, 0\n{r} = zext i1 {c} to i64",
    "lshr": "{r} = lshr i64 {0}, {1}",
    "ult": "{c} = icmp ult i64 {0}, {1}\n{r} = zext i1 {c} to i64",
    "udiv": "{r} = udiv i64 {0}, {1}",
    "urem": "{r} = urem i64 {0}, {1}",
    "mulhi": "{x} = zext i64 {0} to i128\n{y} = zext i64 {1} to i128\n{z} = mul i128 {x}, {y}\n"
    "{w} = lshr i128 {z}, 64\n{r} = trunc i128 {w} to i64",
    "leading_zeros": "{r} = call i64 @llvm.ctlz.i64(i64 {0}, i1 false)",
    "trailing_zeros": "{r} = call i64 @llvm.cttz.i64(i64 {0}, i1 false)",
    "ones": "{r} = call i64 @llvm.ctpop.i64(i64 {0})",
    "fadd": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{z} = fadd double {x}, {y}\n"
    "{r} = bitcast double {z} to i64",
    "fsub": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{z} = fsub double {x}, {y}\n"
    "{r} = bitcast double {z} to i64",
    "fmul": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{z} = fmul double {x}, {y}\n"
    "{r} = bitcast double {z} to i64",
    "fdiv": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{z} = fdiv double {x}, {y}\n"
    "{r} = bitcast double {z} to i64",
    "fsqrt": "{x} = bitcast i64 {0} to double\n{z} = call double @llvm.sqrt.f64(double {x})\n"
    "{r} = bitcast double {z} to i64",
    "fmod": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{z} = frem double {x}, {y}\n"
    "{r} = bitcast double {z} to i64",
    "feq": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{c} = fcmp oeq double {x}, {y}\n"
    "{r} = zext i1 {c} to i64",
    "flt": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{c} = fcmp olt double {x}, {y}\n"
    "{r} = zext i1 {c} to i64",
    "fle": "{x} = bitcast i64 {0} to double\n{y} = bitcast i64 {1} to double\n{c} = fcmp ole double {x}, {y}\n"
    "{r} = zext i1 {c} to i64",
    "float_of_int": "{x} = sitofp i64 {0} to double\n{r} = bitcast double {x} to i64",
    "int_of_float": "{x} = bitcast i64 {0} to double\n{r} = fptosi double {x} to i64",
}

# How the words of a `@foreign` function's signature look to C.
FOREIGN = {"int": "i64", "Int32": "i32", "Char": "i8 signext", "Double": "double", "Address": "ptr"}
# From a word to such an argument, and from such a result to a word; what is missing here is a word already.
FROM_WORD = {
    "i32": "trunc i64 {} to i32",
    "i8 signext": "trunc i64 {} to i8",
    "double": "bitcast i64 {} to double",
    "ptr": "inttoptr i64 {} to ptr",
}
TO_WORD = {
    "i32": "sext i32 {} to i64",
    "double": "bitcast double {} to i64",
    "ptr": "ptrtoint ptr {} to i64",
}

# Where a function that fails leaves why, in bytes from the arena `a`: a number that is not 0, and two words about it.
ERROR, ERROR_A, ERROR_B = 64, 72, 80

# What the templates call.
DECLARED = {
    "llvm.memcpy.p0.p0.i64": "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "llvm.memmove.p0.p0.i64": "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    "llvm.memset.p0.i64": "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "memcmp": "declare i32 @memcmp(ptr, ptr, i64)",
    "llvm.ctlz.i64": "declare i64 @llvm.ctlz.i64(i64, i1)",
    "llvm.cttz.i64": "declare i64 @llvm.cttz.i64(i64, i1)",
    "llvm.ctpop.i64": "declare i64 @llvm.ctpop.i64(i64)",
    "llvm.sqrt.f64": "declare double @llvm.sqrt.f64(double)",
    "llvm.expect.i1": "declare i1 @llvm.expect.i1(i1, i1)",
}
