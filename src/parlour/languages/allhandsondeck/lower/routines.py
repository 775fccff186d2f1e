"""What operators and built-ins do with values, as routines in restricted Python: truth and text, outcomes, collections
and their slices, ranges, numbers.

Indexes are compared with `n - n` instead of 0. Parlour guesses what somebody may answer from the numbers that a program
compares the answer with, and a 0 written here would make it think of -1, 0 and 1 wherever an answer is an index.
"""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.lists import contains
from parlour.core.runtime.numbers import power
from parlour.core.runtime.texts import enclosed
from parlour.core.runtime.words import Globals, Object, as_a, called, code_at, draw, fail, floor, is_a, join, virtual
from parlour.languages.allhandsondeck.lower.names import ELEMENTS

T = TypeVar("T")

# ----------------------------------------------------------------------------------------- what is known of a program

# Both ends, and whether the second one belongs to it.
IntRange: type[tuple[int, int, bool]] = tuple[int, int, bool]
FloatRange: type[tuple[float, float, bool]] = tuple[float, float, bool]
LetterRange: type[tuple[str, str, bool]] = tuple[str, str, bool]


class Thing(Object, name="Object"):
    """What all classes extend."""

    def kind(self) -> str:
        raise NotImplementedError

    @virtual("kind bit")
    def kind_bit(self) -> int:
        raise NotImplementedError

    def shown(self, inside: list[object]) -> str:
        raise NotImplementedError

    def face(self) -> str:
        raise NotImplementedError


class Collection(Thing):
    elements: list[object] = called(ELEMENTS)


class Program(Globals):
    """Constants: which sorts of ranges there are anywhere."""

    has_int_ranges: bool
    has_float_ranges: bool
    has_letter_ranges: bool


# ------------------------------------------------------------------------------------------------- values of any type


@routine(name="kind of a value")
def kind_of_value(value: object) -> str:
    """What a value is, in words: `int`, `Card`."""
    if is_a(value, Thing):
        return value.kind()
    if is_a(value, int):
        return "int"
    if is_a(value, float):
        return "float"
    if is_a(value, bool):
        return "bool"
    if is_a(value, str):
        return "string"
    return "None" if value is None else "Range"


@routine(name="kind bit of a value")
def kind_bit_of_value(value: object) -> int:
    """The base of a value (`check/bases.py`), as a set of one bit."""
    if is_a(value, Thing):
        return value.kind_bit()
    if is_a(value, int):
        return 1
    if is_a(value, float):
        return 2
    if is_a(value, bool):
        return 4
    if is_a(value, str):
        return 8
    if Program.has_int_ranges and is_a(value, IntRange):
        return 32
    if Program.has_float_ranges and is_a(value, FloatRange):
        return 64
    if Program.has_letter_ranges and is_a(value, LetterRange):
        return 128
    return 16


@routine(name="kinds of elements")
def kinds_of_elements(xs: list[object]) -> int:
    found = 0
    for x in xs:
        found = found | kind_bit_of_value(x)
    return found


@routine(name="equal values")
def equal_values(left: object, right: object) -> bool:
    """`==` where collections, ranges, or an int beside a float may be compared."""
    if is_a(left, int) and is_a(right, float):
        return float(left) == right
    if is_a(left, float) and is_a(right, int):
        return left == float(right)
    if is_a(left, Collection) and is_a(right, Collection):
        some = left.elements
        others = right.elements
        if len(some) != len(others):
            return False
        place = 0
        while place < len(some) and equal_values(some[place], others[place]):
            place += 1
        return place == len(some)
    if Program.has_int_ranges and is_a(left, IntRange) and is_a(right, IntRange):
        return same_range(left[0], range_stop(left[1], left[2]), right[0], range_stop(right[1], right[2]))
    return left == right


@routine(name="an element equals")
def element_equals(xs: list[object], sought: object) -> bool:
    place = 0
    while place < len(xs) and not equal_values(xs[place], sought):
        place += 1
    return place < len(xs)


@routine(name="all of a value")
def all_of_value(value: object) -> list[object]:
    """What a loop goes through, as a list of its own."""
    if is_a(value, Collection):
        return value.elements.copy()
    if Program.has_int_ranges and is_a(value, IntRange):
        return range_items(value[0], value[1], value[2])
    if Program.has_letter_ranges and is_a(value, LetterRange):
        return letter_items(value[0], value[1], value[2])
    if not is_a(value, str):
        fail("type", f"a loop goes through a collection, a range or a string, not {kind_of_value(value)}")
    letters: list[object] = []
    for letter in as_a(value, str):
        letters.append(letter)
    return letters


@routine(name="add elements")
def add_elements(xs: list[object], value: object) -> None:
    """An elements argument: a collection or range goes in element by element."""
    if (
        is_a(value, Collection)
        or (Program.has_int_ranges and is_a(value, IntRange))
        or (Program.has_letter_ranges and is_a(value, LetterRange))
    ):
        xs.extend(all_of_value(value))
    else:
        xs.append(value)


@routine(name="text of a value")
def text_of_value(value: object) -> str:
    """A value as `print` writes it: strings bare."""
    if is_a(value, str):
        return value
    outside: list[object] = []
    return shown_value(value, outside)


@routine(name="name of an option")
def name_of_option(value: object) -> str:
    """What an option is called: a card as it is on the table."""
    if is_a(value, Thing):
        face = value.face()
        if face != "":
            return face
    return text_of_value(value)


@routine(name="with word of")
def with_word_of(face: str, value: object) -> str:
    """A face, and behind it one more attribute if that is plain and not true or false."""
    word = ""
    if is_a(value, str):
        word = value
    if is_a(value, int):
        word = str(value)
    if is_a(value, float):
        word = str(value)
    if face == "" or word == "":
        return face + word
    return face + " " + word


@routine(name="shown value")
def shown_value(value: object, inside: list[object]) -> str:
    """A value inside a collection: strings in quotes. `inside` are the objects around it."""
    if is_a(value, int):
        return str(value)
    if is_a(value, str):
        return quoted(value)
    if is_a(value, Thing):
        return value.shown(inside)
    if is_a(value, bool):
        return "True" if value else "False"
    if is_a(value, float):
        return str(value)
    if Program.has_int_ranges and is_a(value, IntRange):
        return f"{value[0]}{'..' if value[2] else '...'}{value[1]}"
    if Program.has_float_ranges and is_a(value, FloatRange):
        return f"{value[0]}{'..' if value[2] else '...'}{value[1]}"
    if Program.has_letter_ranges and is_a(value, LetterRange):
        return f"{quoted(value[0])}{'..' if value[2] else '...'}{quoted(value[1])}"
    return "None"


@routine(name="shown elements")
def shown_elements(value: object, elements: list[object], inside: list[object], opening: str, closing: str) -> str:
    """A collection. An object inside itself is not written out again."""
    if contains(inside, value):
        return "…"
    within = inside.copy()
    within.append(value)
    parts: list[str] = []
    for x in elements:
        parts.append(shown_value(x, within))
    return enclosed(parts, opening, ", ", closing)


# --------------------------------------------------------------------------------------------------- truth and text


@routine(charge="0")
def truth(v: object) -> bool:
    """False, 0, 0.0 and None are false; everything else is true, also what is empty."""
    if is_a(v, bool):
        return v
    if is_a(v, int):
        return v != 0
    if is_a(v, float):
        return v != 0.0
    return v is not None


@routine(charge="len(s)")
def quoted(s: str) -> str:
    """A string as it is written in a program."""
    parts: list[str] = ["'"]
    for i in range(len(s)):
        code = code_at(s, i)
        if code == 10:
            parts.append("\\n")
        elif code == 9:
            parts.append("\\t")
        elif code == 39:
            parts.append("\\'")
        elif code == 92:
            parts.append("\\\\")
        else:
            parts.append(s[i])
    parts.append("'")
    return join(parts)


@routine(charge="0")
def printed_so_far(before: str, text: str) -> str:
    """What a prompt shows: the end of all that was printed since the last question."""
    whole = before + text
    most = 600
    return whole if len(whole) <= most else whole[len(whole) - most : len(whole)]


# -------------------------------------------------------------------------------------------------------- outcomes


@routine(charge="2 * len(won)")
def rank_winners(won: list[bool], is_draw: bool) -> list[list[int]]:
    """Those who have won before those who have not. If nobody has, all are alike where that is a draw; alone there is
    none."""
    first: list[int] = []
    others: list[int] = []
    for seat in range(len(won)):
        if won[seat]:
            first.append(seat)
        else:
            others.append(seat)
    found: list[list[int]] = []
    if len(first) == 0 and (len(won) == 1 or not is_draw):
        return found
    if len(first) > 0:
        found.append(first)
    if len(others) > 0:
        found.append(others)
    return found


@routine(charge="len(names) * len(names) + len(name)")
def unseen_name(names: list[str], name: str) -> str:
    """A name for a seat that no other one has: the second Ada is `Ada 2`. It is added to the names."""
    wanted = name
    number = 1
    k = 0
    while k < len(names):
        if names[k] == wanted:
            number += 1
            wanted = f"{name} {number}"
            k = 0
        else:
            k += 1
    names.append(wanted)
    return wanted


@routine(charge="2 * len(scores) * len(scores)")
def rank_scores(scores: list[float], lowest: bool) -> list[list[int]]:
    """By score, equal ones together."""
    found: list[list[int]] = []
    for seat in range(len(scores)):
        score = scores[seat]
        place = 0
        is_there = False
        while place < len(found):
            other = scores[found[place][0]]
            if other == score:
                is_there = True
                break
            if (score < other) if lowest else (score > other):
                break
            place += 1
        if is_there:
            found[place].append(seat)
        else:
            found.insert(place, [seat])
    return found


# --------------------------------------------------------------------------------------------------------- collections


@routine(charge="0")
def place_of(i: int, n: int) -> int:
    """The place that an index means among n elements; negative ones count from the end."""
    place = i + n if i < n - n else i
    if place < n - n or place >= n:
        fail(
            "index",
            f"index {i} is outside: there {'is' if n == 1 else 'are'} {n} element{'' if n == 1 else 's'}, "
            "counted from 0",
        )
    return place


@routine(charge="0")
def item_at(xs: list[T], i: int) -> T:
    return xs[place_of(i, len(xs))]


@routine(charge="0")
def put_at(xs: list[T], i: int, v: T) -> None:
    xs[place_of(i, len(xs))] = v


@routine(charge="0")
def letter_at(s: str, i: int) -> str:
    return s[place_of(i, len(s))]


@routine(charge="0")
def delete_at(xs: list[T], i: int) -> T:
    return xs.pop(place_of(i, len(xs)))


@routine(charge="len(xs) + 2 * len(ys)")
def insert_all(xs: list[T], i: int, ys: list[T]) -> None:
    """Puts elements before an index from 0 to the size; negative ones count from the end."""
    n = len(xs)
    place = i + n if i < n - n else i
    if place < n - n or place > n:
        fail("index", f"index {i} is outside: elements go before 0 to {n}")
    given = ys.copy()
    rest = xs[place:n]
    while len(xs) > place:
        xs.pop()
    xs.extend(given)
    xs.extend(rest)


@routine(charge="0")
def too_few(wanted: int, n: int, what: str) -> None:
    """More is to be taken than there is."""
    if n == 0:
        fail("empty", f"cannot take {wanted} of 0 elements: the {what} is empty")
    fail("empty", f"cannot take {wanted} of {n} elements: the {what} has no more")


@routine(charge="0")
def check_take(wanted: int, n: int, what: str) -> None:
    if wanted > n:
        too_few(wanted, n, what)
    if wanted < n - n:
        fail("range", f"cannot take {wanted} elements")


@routine(charge="0")
def random_element(xs: list[T]) -> T:
    """One of the elements, all equally likely."""
    if len(xs) == 0:
        fail("empty", "there is nothing to draw from: what random is given is empty")
    return xs[draw(len(xs))]


@routine(name="comes before")
def comes_before(left: object, right: object) -> bool:
    """Whether one value is less than another: numbers, or texts by their characters."""
    if is_a(left, int):
        if is_a(right, int):
            return left < right
        if is_a(right, float):
            return float(left) < right
    if is_a(left, float):
        if is_a(right, float):
            return left < right
        if is_a(right, int):
            return left < float(right)
    if is_a(left, str) and is_a(right, str):
        return left < right
    some = kind_of_value(left)
    other = kind_of_value(right)
    fail("type", f"SORT cannot put {some} and {other} in order: give it a number or a text for each element")
    return False


@routine(charge="24 * len(xs)")
def sort_by(xs: list[object], keys: list[object]) -> None:
    """Puts the elements in the order of their keys, which are as many; equal ones stay as they are. This is merge sort,
    from the bottom up."""
    n = len(xs)
    if len(keys) != n:
        fail("type", f"SORT wants a key for each element: there are {n} elements and {len(keys)} keys")
    order: list[int] = []
    for i in range(n):
        order.append(i)
    width = 1
    while width < n:
        merged: list[int] = []
        start = 0
        while start < n:
            middle = start + width if start + width < n else n
            end = start + 2 * width if start + 2 * width < n else n
            i = start
            j = middle
            while i < middle or j < end:
                if i == middle or (j < end and comes_before(keys[order[j]], keys[order[i]])):
                    merged.append(order[j])
                    j += 1
                else:
                    merged.append(order[i])
                    i += 1
            start = end
        order = merged
        width = 2 * width
    before = xs.copy()
    for i in range(n):
        xs[i] = before[order[i]]


@routine(charge="0")
def pop_first(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs.pop(0)


@routine(charge="0")
def pop_last(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs.pop()


@routine(charge="0")
def first_of(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs[0]


@routine(charge="0")
def last_of(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs[len(xs) - 1]


@routine(charge="0")
def first_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    check_take(wanted, len(xs), what)
    return xs[0:wanted]


@routine(charge="len(xs)")
def last_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    """From the last one inwards."""
    check_take(wanted, len(xs), what)
    found = xs[0:0]
    for k in range(wanted):
        found.append(xs[len(xs) - 1 - k])
    return found


@routine(charge="len(xs)")
def pop_first_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    found = first_ones(xs, wanted, what)
    rest = xs[wanted : len(xs)]
    xs.clear()
    xs.extend(rest)
    return found


@routine(charge="len(xs)")
def pop_last_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    found = last_ones(xs, wanted, what)
    for _ in range(wanted):
        xs.pop()
    return found


@routine(charge="len(xs) + 2 * len(ys)")
def push_first(xs: list[T], ys: list[T]) -> None:
    """One after the other, so that the last one comes to stand first."""
    given = ys.copy()
    rest = xs.copy()
    xs.clear()
    k = len(given) - 1
    while k >= 0:
        xs.append(given[k])
        k -= 1
    xs.extend(rest)


@routine(charge="0")
def push_last(xs: list[T], ys: list[T]) -> None:
    xs.extend(ys.copy())


@routine(charge="0")
def slice_bound(given: int | None, n: int, step: int, is_start: bool) -> int:
    """A bound as Python takes it: missing ones are ends, negative ones count from the end, all are cut off."""
    low = 0 if step > 0 else -1
    high = n if step > 0 else n - 1
    if given is None:
        return low if (step > 0) == is_start else high
    bound = given
    if bound < 0:
        bound = bound + n
        return low if bound < low else bound
    return high if bound > high else bound


@routine(charge="0")
def slice_step(step: int | None) -> int:
    if step is None:
        return 1
    if step == 0:
        fail("range", "the step of a slice cannot be 0")
    return step


@routine(charge="len(xs)")
def slice_items(xs: list[T], start: int | None, stop: int | None, step: int | None) -> list[T]:
    by = slice_step(step)
    i = slice_bound(start, len(xs), by, True)
    end = slice_bound(stop, len(xs), by, False)
    found = xs[0:0]
    while (i < end) if by > 0 else (i > end):
        found.append(xs[i])
        # A step beyond the end must not overflow.
        if (end - i <= by) if by > 0 else (end - i >= by):
            return found
        i += by
    return found


@routine(charge="len(s)")
def slice_text(s: str, start: int | None, stop: int | None, step: int | None) -> str:
    by = slice_step(step)
    i = slice_bound(start, len(s), by, True)
    end = slice_bound(stop, len(s), by, False)
    found: list[str] = []
    while (i < end) if by > 0 else (i > end):
        found.append(s[i])
        if (end - i <= by) if by > 0 else (end - i >= by):
            return join(found)
        i += by
    return join(found)


@routine(charge="2 * len(xs)")
def delete_slice(xs: list[T], start: int | None, stop: int | None, step: int | None) -> list[T]:
    """Takes out the elements of a slice and gives them in the slice's order."""
    by = slice_step(step)
    i = slice_bound(start, len(xs), by, True)
    found = slice_items(xs, start, stop, step)
    if len(found) == 0:
        return found
    # The same places upwards.
    first = i if by > 0 else i + (len(found) - 1) * by
    stride = by if by > 0 else -by
    kept = xs[0:0]
    taken = 0
    for k in range(len(xs)):
        if taken < len(found) and k == first + taken * stride:
            taken += 1
        else:
            kept.append(xs[k])
    xs.clear()
    xs.extend(kept)
    return found


# -------------------------------------------------------------------------------------------------------------- ranges


@routine(charge="0")
def range_stop(end: int, closed: bool) -> int:
    """The first number behind a range."""
    return end + 1 if closed else end


@routine(charge="end - start if end > start else 0")
def range_items(start: int, end: int, closed: bool) -> list[object]:
    found: list[object] = []
    for i in range(start, range_stop(end, closed)):
        found.append(i)
    return found


@routine(charge="0")
def letter(s: str) -> int:
    """The code of the one character that the end of a range must be."""
    if len(s) != 1:
        fail("type", "the ends of a range are two ints, two numbers or two single characters")
    return code_at(s, 0)


@routine(charge="0")
def check_letters(start: str, end: str) -> None:
    letter(start)
    letter(end)


@routine(charge="code_at(end, 0) - code_at(start, 0) if code_at(end, 0) > code_at(start, 0) else 0")
def letter_items(start: str, end: str, closed: bool) -> list[object]:
    found: list[object] = []
    for code in range(letter(start), range_stop(letter(end), closed)):
        # There are no characters between these two codes.
        if code < 55296 or code > 57343:
            found.append(chr(code))
    return found


@routine(charge="0")
def same_range(start: int, stop: int, other_start: int, other_stop: int) -> bool:
    """Ranges are equal when they hold the same values; all empty ones are."""
    if start >= stop or other_start >= other_stop:
        return (start >= stop) == (other_start >= other_stop)
    return start == other_start and stop == other_stop


@routine(charge="0")
def in_range(v: int, start: int, end: int, closed: bool) -> bool:
    return start <= v and (v <= end if closed else v < end)


@routine(charge="0")
def in_float_range(v: float, start: float, end: float, closed: bool) -> bool:
    return start <= v and (v <= end if closed else v < end)


@routine(charge="0")
def in_letter_range(s: str, start: str, end: str, closed: bool) -> bool:
    if len(s) != 1:
        return False
    return in_range(code_at(s, 0), letter(start), letter(end), closed)


@routine(charge="0")
def random_int(start: int, end: int, closed: bool) -> int:
    stop = range_stop(end, closed)
    if stop <= start:
        fail("range", "nothing can be drawn from an empty range")
    return start + draw(stop - start)


@routine(charge="0")
def random_float(start: float, end: float) -> float:
    if end < start:
        fail("range", "nothing can be drawn from an empty range")
    # As many steps as a float between 0 and 1 has.
    steps = 9007199254740992
    return start + (end - start) * (float(draw(steps)) / float(steps))


@routine(charge="0")
def random_letter(start: str, end: str, closed: bool) -> str:
    return chr(random_int(letter(start), letter(end), closed))


# ------------------------------------------------------------------------------------------------------------- numbers


@routine(charge="0")
def check_divisor(b: float) -> None:
    if b == 0.0:
        fail("zero", "division by zero")


@routine(charge="0")
def quotient(a: float, b: float) -> float:
    check_divisor(b)
    return a / b


@routine(charge="0")
def float_floor(a: float) -> float:
    """Rounded down. A float so large has no fraction."""
    if a >= 9007199254740992.0 or a <= -9007199254740992.0 or a != a:
        return a
    return float(floor(a))


@routine(charge="0")
def floor_quotient(a: float, b: float) -> float:
    check_divisor(b)
    return float_floor(a / b)


@routine(charge="0")
def float_remainder(a: float, b: float) -> float:
    """With the sign of the divisor."""
    check_divisor(b)
    rest = a - b * float_floor(a / b)
    return rest if (rest < 0.0) == (b < 0.0) or rest == 0.0 else 0.0


@routine(charge="64")
def int_power(base: int, exponent: int) -> int:
    if exponent < 0:
        fail("range", f"{base} ** {exponent} is no int: write {base}.0 to compute with floats")
    return power(base, exponent)


@routine(charge="64")
def float_power_whole(base: float, exponent: int) -> float:
    result = 1.0
    square = base
    left = -exponent if exponent < 0 else exponent
    while left > 0:
        if left % 2 == 1:
            result = result * square
        left //= 2
        square = square * square
    return 1.0 / result if exponent < 0 else result


@routine(charge="64")
def natural_log(a: float) -> float:
    """Of a number above 0: halved or doubled until it is near 1, then by a series."""
    x = a
    halvings = 0
    while x > 1.5:
        x = x / 2.0
        halvings += 1
    while x < 0.75:
        x = x * 2.0
        halvings -= 1
    z = (x - 1.0) / (x + 1.0)
    square = z * z
    term = z
    total = 0.0
    for k in range(30):
        total = total + term / float(2 * k + 1)
        term = term * square
    return 2.0 * total + float(halvings) * 0.6931471805599453


@routine(charge="64")
def exponential(a: float) -> float:
    """By the series of a small part of it, squared as often as it was halved."""
    x = a
    halvings = 0
    while x > 0.5 or x < -0.5:
        x = x / 2.0
        halvings += 1
    term = 1.0
    total = 1.0
    for k in range(1, 20):
        term = term * x / float(k)
        total = total + term
    for _ in range(halvings):
        total = total * total
    return total


@routine(charge="64")
def float_root(a: float) -> float:
    """The square root of a number above 0, by Newton's way, from above."""
    x = a if a > 1.0 else 1.0
    while x > 2.0 and x * x / 4.0 > a:
        x = x / 2.0
    for _ in range(64):
        better = (x + a / x) / 2.0
        if better >= x:
            return x
        x = better
    return x


@routine(charge="300")
def float_power(base: float, exponent: float) -> float:
    if base == 0.0 and exponent < 0.0:
        fail("zero", "0.0 cannot be raised to a negative power")
    if exponent == float_floor(exponent) and exponent < 1000000000.0 and exponent > -1000000000.0:
        return float_power_whole(base, floor(exponent))
    if base == 0.0:
        return 0.0
    if base < 0.0:
        fail("range", f"{base} ** {exponent} is no real number")
    if base != base or exponent != exponent or base > 1.7e308:
        return base * exponent
    twice = exponent * 2.0
    if twice == float_floor(twice) and twice < 1000000000.0 and twice > -1000000000.0:
        return float_power_whole(float_root(base), floor(twice))
    product = exponent * natural_log(base)
    if product > 709.782712893384:
        return 1.0e308 * 10.0
    return 0.0 if product < -745.2 else exponential(product)
