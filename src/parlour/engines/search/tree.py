"""The search tree of `players/tree.py` in low-level code: the same tree for the same stream, to the last bit.

It knows neither rules nor how states look. A *driver* does: it walks with the tree, and is asked for what only it
knows. `t` is the address of a `Tree` (`words.py`) that the host has set up (`room.py`). A batch of descents, as the
reference makes it::

    tree_plant(t, key)                       once: the root, whose state the driver keeps (by `NodeRow.PAYLOAD`, say)
    tree_begin_batch(t)
    for each descent, while not tree_is_done(t):
        tree_begin(t)
        while it needs something (`Need`):   need = tree_descend(t)
            OPENING    the driver looks at the state of node `Tree.AT`: tree_open(t, address of the number of moves
                       of each role, at least 1), or tree_close(t, scores) if there are none; then descends on
            DRAW       it makes the last step of the path anew: tree_follow(t, key); descends on if that is 1
            CHILD, GUESS, NOTHING              this descent is put aside, or over
    for each end 0 … `Tree.END_COUNT`:       the driver makes the last step of its first descent: a new state, and
        tree_child(t, end, key, is_drawn, scores or 0)      scores if the game is over there; `Tree.MADE` is the node
                                             whose payload the driver may write, if `Tree.IS_NEW`
    seed = next64(t + Tree.STREAM)           if anybody waits; then the guesses, the i-th one with derive(seed, i):
    for each of `Tree.WAITING`:              a `DescentRow`: the state of its `NODE`, or else of the child of its `END`
        tree_climb(t, address of the row, scores, or 0 if there was no time)

The stream is drawn from in exactly this order: shuffles of a node's moves when it is opened, role by role; draws of the
roles of chance at every node of a descent; the seed of the guesses. Descents of one batch count as visits at once
(virtual visits), and those that come to the same missing child share it.

Going on to another root: `tree_find(t, key)`, `tree_mark(t, node)`, after which `Tree.NUMBERS` has the new number of
each node (0: it is forgotten) and the driver sees to what it keeps; then `tree_keep(t)`. Numbers keep their order.

Scores are floats by their bits, one for each role. Keys are words that tell states apart (hashes), 0 excepted.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import (
    cold,
    copy,
    fadd,
    fdiv,
    fill,
    fle,
    float_of_int,
    flt,
    fmul,
    fsqrt,
    fsub,
    inline,
    ld,
    ld32,
    leading_zeros,
    lshr,
    move,
    st,
    st32,
)
from parlour.engines.llvm.streams import below, mix
from parlour.engines.search.words import (
    DRAWN,
    LINE,
    MOST_JOINT,
    PENDING,
    SETTLED,
    DescentRow,
    EdgeRow,
    EndRow,
    Form,
    MoveRow,
    Need,
    NodeRow,
    PathsRow,
    RoleRow,
    StepRow,
    Tree,
)
from parlour.game.logarithm import TABLE, TERMS

ONE = 0x3FF0000000000000
TWO = 0x4000000000000000
MINUS_ONE = 0xBFF0000000000000
INFINITE = 0x7FF0000000000000
TABLE_BITS = TABLE.bit_length() - 1


# --------------------------------------------------------------------------------------------------------- places


@inline
def node_row(t: int, number: int) -> int:
    return ld(t + Tree.NODES) + ld(t + Tree.NODE_SIZE) * number


@inline
def head_of(t: int, number: int) -> int:
    """The address of the word with a node's block, and 1 if it is settled."""
    return ld(t + Tree.HEADS) + 8 * number


@inline
def block_of(t: int, number: int) -> int:
    return ld(head_of(t, number)) & -2


@inline
def is_settled(t: int, number: int) -> int:
    """What this node comes to is certain."""
    return ld(head_of(t, number)) & 1


@inline
def after_best(t: int, block: int) -> int:
    """Where the children of a node are, or the rows of other roles than the only one."""
    return block + PathsRow.BEST + 8 * ld(t + Tree.ROLES)


@inline
def role_row(t: int, block: int, role: int) -> int:
    """Of a role where several choose, or of the only one."""
    only = ld(block + PathsRow.ONLY)
    if role == only:
        return block
    return after_best(t, block) + RoleRow.ROW * (role - (role > only))


@inline
def pick_at(step: int, role: int) -> int:
    """What a role has picked at a step of a path."""
    return ld32(step + StepRow.PICKS + 4 * role)


@inline
def last_step(t: int, descent: int) -> int:
    return ld(descent + DescentRow.STOP) - ld(t + Tree.STEP_SIZE)


@inline
def descent_now(t: int) -> int:
    """The row of the descent that goes down now."""
    return ld(t + Tree.DESCENT_ROWS) + DescentRow.ROW * (ld(t + Tree.DESCENT_COUNT) - 1)


@inline
def tree_is_done(t: int) -> int:
    """Nothing more can be learned."""
    return is_settled(t, ld(t + Tree.ROOT))


# ---------------------------------------------------------------------------------------------------------- nodes


def tree_plant(t: int, key: int) -> int:
    """An empty tree gets its root."""
    st(t + Tree.ROOT, new_node(t, key, 0, 0))
    return ld(t + Tree.ROOT)


def new_node(t: int, key: int, maker: int, code: int) -> int:
    """A node that is not over; one of this key is not in the tree."""
    number = ld(t + Tree.NODE_COUNT) + 1
    st(t + Tree.NODE_COUNT, number)
    row = node_row(t, number)
    st(row + NodeRow.KEY, key)
    st(row + NodeRow.MAKER, maker)
    st(row + NodeRow.CODE, code)
    st(row + NodeRow.PAYLOAD, 0)
    st(row + NodeRow.PAYLOAD_2, 0)
    st(head_of(t, number), 0)
    if key:
        if 2 * number > ld(t + Tree.KEYS_MASK):
            grow_keys(t)
        add_key(t, key, number)
    return number


@cold
def grow_keys(t: int) -> int:
    """A table twice as large: one that is as small as can be stays in the processor's cache."""
    mask = 2 * ld(t + Tree.KEYS_MASK) + 1
    st(t + Tree.KEYS_MASK, mask)
    fill(ld(t + Tree.KEYS), 0, 4 * (mask + 1))
    for number in range(1, ld(t + Tree.NODE_COUNT)):
        key = ld(node_row(t, number) + NodeRow.KEY)
        if key:
            add_key(t, key, number)
    return 0


@inline
def add_key(t: int, key: int, number: int) -> int:
    mask = ld(t + Tree.KEYS_MASK)
    keys = ld(t + Tree.KEYS)
    place = mix(key)
    while ld32(keys + 4 * (place & mask)):
        place += 1
    st32(keys + 4 * (place & mask), number)
    return 0


def tree_find(t: int, key: int) -> int:
    """The number of the node with this key, 0 if there is none."""
    mask = ld(t + Tree.KEYS_MASK)
    keys = ld(t + Tree.KEYS)
    place = mix(key)
    while True:
        number = ld32(keys + 4 * (place & mask))
        if number == 0 or ld(node_row(t, number) + NodeRow.KEY) == key:
            return number
        place += 1


def settle_node(t: int, number: int, scores: int) -> int:
    copy(node_row(t, number) + NodeRow.SCORES, scores, 8 * ld(t + Tree.ROLES))
    st(head_of(t, number), block_of(t, number) | 1)
    return 0


# ---------------------------------------------------------------------------------------------------------- edges


def edge_place(t: int, parent: int, code: int, key: int) -> int:
    """The address of an edge, or of the empty row where it would be."""
    mask = ld(t + Tree.EDGES_MASK)
    edges = ld(t + Tree.EDGES)
    place = mix(mix(mix(parent + STEP) ^ code) ^ key)
    while True:
        row = edges + EdgeRow.ROW * (place & mask)
        if ld(row + EdgeRow.PARENT) == 0:
            return row
        is_alike = ld(row + EdgeRow.PARENT) == parent and ld(row + EdgeRow.CODE) == code
        if is_alike and ld(row + EdgeRow.KEY) == key:
            return row
        place += 1


def edge_child(t: int, parent: int, code: int, key: int) -> int:
    row = edge_place(t, parent, code, key)
    return ld(row + EdgeRow.CHILD) if ld(row + EdgeRow.PARENT) else 0


@inline
def has_room_for_edges(t: int) -> int:
    """Some of the table stays empty, or nothing would be found in it."""
    return 4 * (ld(t + Tree.EDGE_COUNT) + 4) < 3 * ld(t + Tree.EDGES_MASK)


def set_edge(t: int, parent: int, code: int, key: int, child: int) -> int:
    row = edge_place(t, parent, code, key)
    if ld(row + EdgeRow.PARENT) == 0:
        block = block_of(t, parent)
        st(row + EdgeRow.PARENT, parent)
        st(row + EdgeRow.CODE, code)
        st(row + EdgeRow.KEY, key)
        st(row + EdgeRow.NEXT, ld(block + PathsRow.FIRST_EDGE))
        st(block + PathsRow.FIRST_EDGE, row)
        st(t + Tree.EDGE_COUNT, ld(t + Tree.EDGE_COUNT) + 1)
    st(row + EdgeRow.CHILD, child)
    return 0


@inline
def child_of(t: int, parent: int, block: int, code: int) -> int:
    """Where what was picked leads, without chance: the number of a node, 0, `DRAWN`, or an end that is pending."""
    if ld(block + PathsRow.FORM) != Form.JOINT:
        return ld32(after_best(t, block) + 4 * code)
    return edge_child(t, parent, code, 0)


def set_child(t: int, parent: int, code: int, child: int) -> int:
    block = block_of(t, parent)
    if ld(block + PathsRow.FORM) != Form.JOINT:
        st32(after_best(t, block) + 4 * code, child)
        return 0
    return set_edge(t, parent, code, 0, child)


# -------------------------------------------------------------------------------------------------------- opening


def tree_open(t: int, counts: int) -> int:
    """The node where the descent is has so many moves for each role. Gives 1; 0 if there is no room for it, and then
    the descent ends there as one that needs a guess; -1 if there are more joint moves than can be told apart."""
    roles = ld(t + Tree.ROLES)
    chance_roles = ld(t + Tree.CHANCE_ROLES)
    undecided = 0
    only = 0
    joint = 1
    moves = 0
    for role in range(roles - 1, -1, -1):
        count = ld(counts + 8 * role)
        if count > 1:
            undecided += 1
            only = role
            moves += count
            if count >= MOST_JOINT // joint:
                return -1
            joint *= count
    if undecided < 2:
        moves = ld(counts + 8 * only)
    head = PathsRow.BEST + 8 * roles
    # Rows, and twice 4 bytes, for each move at most.
    size = head + RoleRow.ROW * roles + (MoveRow.ROW + 8) * moves + 8 * roles + LINE
    block = ld(t + Tree.BLOCKS) + ld(t + Tree.BLOCKS_USED)
    if ld(t + Tree.BLOCKS_USED) + size > ld(t + Tree.BLOCKS_ROOM):
        tree_stay(t)
        return 0
    fill(block, 0, size)
    st(head_of(t, ld(t + Tree.AT)), block)
    st(block + PathsRow.OWNER, ld(t + Tree.AT))
    st(block + PathsRow.ONLY, only)
    form = Form.JOINT
    if undecided < 2:
        form = Form.FORCED
        if undecided:
            form = Form.DRAW if lshr(chance_roles, only) & 1 else Form.CHOICE
    st(block + PathsRow.FORM, form)
    if form != Form.JOINT:
        end = open_role(t, block, only, ld(counts + 8 * only), head + ((4 * ld(counts + 8 * only) + 7) & -8))
    else:
        end = head + RoleRow.ROW * (roles - 1)
        for role in range(roles):
            end = open_role(t, block, role, ld(counts + 8 * role), end)
    end = (end + LINE - 1) & -LINE
    st(block + PathsRow.SIZE, end)
    st(t + Tree.BLOCKS_USED, ld(t + Tree.BLOCKS_USED) + end)
    return 1


@inline
def open_role(t: int, block: int, role: int, count: int, end: int) -> int:
    """What is known of a role at a new block that ends at this offset; gives where it ends then."""
    own = role_row(t, block, role)
    st(own + RoleRow.COUNT, count)
    is_chooser = count > 1 and not lshr(ld(t + Tree.CHANCE_ROLES), role) & 1
    if is_chooser or ld(block + PathsRow.FORM) != Form.JOINT:
        st(own + RoleRow.MOVES, end)
        end += MoveRow.ROW * count
    if is_chooser:
        st(own + RoleRow.LEFT, count)
        st(own + RoleRow.ORDER, end)
        shuffle(t, block + end, count)
        end += (4 * count + 7) & -8
    return end


def shuffle(t: int, order: int, count: int) -> int:
    """The order in which moves are tried, by Fisher and Yates."""
    for number in range(count):
        st32(order + 4 * number, number)
    for place in range(count - 1, 0, -1):
        other = order + 4 * below(t + Tree.STREAM, place + 1)
        value = ld32(other)
        st32(other, ld32(order + 4 * place))
        st32(order + 4 * place, value)
    return 0


def tree_close(t: int, scores: int) -> int:
    """The node where the descent is has no moves: these scores are certain there."""
    return settle_node(t, ld(t + Tree.AT), scores)


def tree_stay(t: int) -> int:
    """Nothing can be found out about the moves of the node where the descent is: it ends there, and needs a guess."""
    return wait(t, descent_now(t), ld(t + Tree.AT))


# ------------------------------------------------------------------------------------------------------ descending


@inline
def tree_begin_batch(t: int) -> int:
    st(t + Tree.DESCENT_COUNT, 0)
    st(t + Tree.END_COUNT, 0)
    st(t + Tree.WAITING_COUNT, 0)
    st(t + Tree.PATH_USED, ld(t + Tree.PATH))
    return 0


@inline
def tree_begin(t: int) -> int:
    """A descent begins at the root."""
    st(t + Tree.DESCENT_COUNT, ld(t + Tree.DESCENT_COUNT) + 1)
    row = descent_now(t)
    st(row + DescentRow.START, ld(t + Tree.PATH_USED))
    st(row + DescentRow.STOP, ld(t + Tree.PATH_USED))
    st(row + DescentRow.NODE, 0)
    st(row + DescentRow.NEXT, 0)
    st(t + Tree.DESCENTS, ld(t + Tree.DESCENTS) + 1)
    st(t + Tree.AT, ld(t + Tree.ROOT))
    return 0


def tree_descend(t: int) -> int:
    """Goes down as far as it can; gives a `Need`."""
    descents = ld(t + Tree.DESCENTS)
    number = ld(t + Tree.AT)
    step = ld(t + Tree.PATH_USED)
    size = ld(t + Tree.STEP_SIZE)
    limit = ld(t + Tree.PATH) + ld(t + Tree.PATH_ROOM) - size
    while True:
        block = ld(head_of(t, number))
        if block & 1:
            come_to(t, number, step)
            descent = descent_now(t)
            scores = node_row(t, number) + NodeRow.SCORES
            add_scores(t, descent, scores)
            conclude(t, descent, scores)
            return Need.NOTHING
        if step > limit:
            come_to(t, number, step)
            wait(t, descent_now(t), number)
            return Need.GUESS
        if block == 0:
            come_to(t, number, step)
            return Need.OPENING
        if ld(block + PathsRow.DESCENT) == descents:
            come_to(t, number, step)
            wait(t, descent_now(t), number)
            return Need.GUESS
        st(block + PathsRow.DESCENT, descents)
        total = ld(block + PathsRow.TOTAL) + 1
        st(block + PathsRow.TOTAL, total)
        st(step + StepRow.NODE, number)
        if ld(block + PathsRow.FORM) == Form.CHOICE:
            code = choose_alone(t, block, total, step)
        else:
            code = choose_all(t, block, total, step)
        st(step + StepRow.CODE, code)
        step += size
        child = child_of(t, number, block, code)
        if child == 0 or child >= PENDING:
            come_to(t, number, step)
            if child == DRAWN:
                return Need.DRAW
            join_end(t, number, block, code, child)
            return Need.CHILD
        number = child


@inline
def come_to(t: int, number: int, step: int) -> int:
    """So far has the descent come."""
    st(t + Tree.AT, number)
    st(t + Tree.PATH_USED, step)
    st(descent_now(t) + DescentRow.STOP, step)
    return 0


@inline
def clear_picks(t: int, step: int) -> int:
    for place in range(StepRow.PICKS, ld(t + Tree.STEP_SIZE), 8):
        st(step + place, 0)
    return 0


@inline
def choose_alone(t: int, block: int, total: int, step: int) -> int:
    """One role chooses; gives its pick."""
    only = ld(block + PathsRow.ONLY)
    found = pick(t, block, block, total)
    at = block + ld(block + RoleRow.MOVES) + MoveRow.ROW * found
    count_visit(t, at)
    st(step + StepRow.MOVE, at)
    st(step + StepRow.ROLE, only)
    clear_picks(t, step)
    st32(step + StepRow.PICKS + 4 * only, found)
    return found


def choose_all(t: int, block: int, total: int, step: int) -> int:
    """Every role picks, and those of chance draw; gives all picks as one number."""
    roles = ld(t + Tree.ROLES)
    st(step + StepRow.MOVE, 0)
    clear_picks(t, step)
    if ld(block + PathsRow.FORM) != Form.JOINT:
        found = below(t + Tree.STREAM, ld(block + RoleRow.COUNT)) if ld(block + RoleRow.COUNT) > 1 else 0
        st32(step + StepRow.PICKS + 4 * ld(block + PathsRow.ONLY), found)
        return found
    for role in range(roles):
        own = role_row(t, block, role)
        if ld(own + RoleRow.ORDER):
            found = pick(t, block, own, total)
            count_visit(t, block + ld(own + RoleRow.MOVES) + MoveRow.ROW * found)
            st32(step + StepRow.PICKS + 4 * role, found)
    for role in range(roles):
        own = role_row(t, block, role)
        if ld(own + RoleRow.COUNT) > 1 and not ld(own + RoleRow.ORDER):
            st32(step + StepRow.PICKS + 4 * role, below(t + Tree.STREAM, ld(own + RoleRow.COUNT)))
    return joint_code(t, block, step)


def joint_code(t: int, block: int, step: int) -> int:
    """The picks of all roles as digits of one number."""
    code = 0
    for role in range(ld(t + Tree.ROLES)):
        code = code * ld(role_row(t, block, role) + RoleRow.COUNT) + pick_at(step, role)
    return code


def tree_picks(t: int, number: int, code: int, picks: int) -> int:
    """Writes down, in 4 bytes each, what the roles have picked at a node with a block."""
    block = block_of(t, number)
    if ld(block + PathsRow.FORM) != Form.JOINT:
        for role in range(ld(t + Tree.ROLES)):
            st32(picks + 4 * role, code if role == ld(block + PathsRow.ONLY) else 0)
        return 0
    for role in range(ld(t + Tree.ROLES) - 1, -1, -1):
        count = ld(role_row(t, block, role) + RoleRow.COUNT)
        st32(picks + 4 * role, code % count)
        code = code // count
    return 0


@inline
def pick(t: int, block: int, own: int, total: int) -> int:
    """The move that a role with a choice is most curious about."""
    left = ld(own + RoleRow.LEFT)
    if left > 0:
        st(own + RoleRow.LEFT, left - 1)
        return ld32(block + ld(own + RoleRow.ORDER) + 4 * (left - 1))
    bonus = bonus_of(t, total)
    low = ld(t + Tree.LOW)
    width = ld(t + Tree.WIDTH)
    at = block + ld(own + RoleRow.MOVES)
    best = 0
    most = MINUS_ONE
    if low != 0 or width != ONE:
        for number in range(ld(own + RoleRow.COUNT)):
            value = fadd(fdiv(fsub(ld(at + MoveRow.MEAN), low), width), fmul(bonus, ld(at + MoveRow.ROOT)))
            if flt(most, value):
                best = number
                most = value
            at += MoveRow.ROW
        return best
    for number in range(ld(own + RoleRow.COUNT)):
        value = fadd(ld(at + MoveRow.MEAN), fmul(bonus, ld(at + MoveRow.ROOT)))
        if flt(most, value):
            best = number
            most = value
        at += MoveRow.ROW
    return best


@inline
def count_visit(t: int, at: int) -> int:
    """A move has one visit more. Who goes down next sees that; a descent alone sees its node but once, and rates the
    move when it has come to its scores."""
    visits = ld(at + MoveRow.VISITS) + 1
    st(at + MoveRow.VISITS, visits)
    if ld(t + Tree.IS_BATCHED) and visits < SETTLED:
        rate_move(t, at)
    return 0


@inline
def rate_move(t: int, at: int) -> int:
    """What a move that is not settled is compared by follows from its scores and visits."""
    visits = ld(at + MoveRow.VISITS)
    st(at + MoveRow.MEAN, fdiv(ld(at + MoveRow.SUM), float_of_int(visits)))
    st(at + MoveRow.ROOT, inverse_root(t, visits))
    return 0


@inline
def bonus_of(t: int, n: int) -> int:
    """What the roots of all moves are multiplied by, after so many descents."""
    if n >= TABLE:
        return fmul(ld(t + Tree.CURIOSITY), fsqrt(logarithm(t, n)))
    at = ld(t + Tree.BONUSES) + 8 * n
    found = ld(at)
    return found if found else make_bonus(t, at, n)


@cold
def make_bonus(t: int, at: int, n: int) -> int:
    st(at, fmul(ld(t + Tree.CURIOSITY), fsqrt(logarithm(t, n))))
    return ld(at)


@inline
def inverse_root(t: int, n: int) -> int:
    """1 / sqrt(n). Most visits are few, and a look at a table is quicker than a division and a root."""
    if n >= TABLE:
        return fdiv(ONE, fsqrt(float_of_int(n)))
    at = ld(t + Tree.ROOTS) + 8 * n
    found = ld(at)
    return found if found else make_root(at, n)


@cold
def make_root(at: int, n: int) -> int:
    st(at, fdiv(ONE, fsqrt(float_of_int(n))))
    return ld(at)


@inline
def logarithm(t: int, n: int) -> int:
    """As `log_of`."""
    halvings = 64 - TABLE_BITS - leading_zeros(n)
    if halvings <= 0:
        return small_logarithm(t, n)
    return fadd(small_logarithm(t, n >> halvings), fmul(float_of_int(halvings), small_logarithm(t, 2)))


@inline
def small_logarithm(t: int, n: int) -> int:
    at = ld(t + Tree.LOGARITHMS) + 8 * n
    found = ld(at)
    return found if found else make_logarithm(t, at, n)


@cold
def make_logarithm(t: int, at: int, n: int) -> int:
    """Makes an entry of the table, as `logarithms` does."""
    halvings = 63 - leading_zeros(n)
    found = series(n, 1 << halvings)
    if halvings:
        found = fadd(found, fmul(float_of_int(halvings), series(2, 1)))
    st(at, found)
    return found


def series(numerator: int, denominator: int) -> int:
    z = fdiv(float_of_int(numerator - denominator), float_of_int(numerator + denominator))
    square = fmul(z, z)
    total = 0
    for odd in range(2 * TERMS - 1, 0, -2):
        total = fadd(fmul(total, square), fdiv(ONE, float_of_int(odd)))
    return fmul(fmul(TWO, z), total)


# ----------------------------------------------------------------------------------------------------------- ends


def wait(t: int, descent: int, number: int) -> int:
    """A descent waits for a guess: of a node, or, if that is 0, of the child that it has come to."""
    st(descent + DescentRow.NODE, number)
    count = ld(t + Tree.WAITING_COUNT)
    st(ld(t + Tree.WAITING) + 8 * count, descent)
    st(t + Tree.WAITING_COUNT, count + 1)
    return 0


def join_end(t: int, parent: int, block: int, code: int, child: int) -> int:
    """The descent has come to a child that is missing, perhaps not as the first of the batch."""
    descent = descent_now(t)
    end = child - PENDING
    is_joint = ld(block + PathsRow.FORM) == Form.JOINT
    if is_joint:
        end = pending_end(t, parent, code)
    if end < 0:
        end = new_end(t, descent)
        if not is_joint:
            set_child(t, parent, code, PENDING + end)
        return 0
    row = ld(t + Tree.END_ROWS) + EndRow.ROW * end
    st(ld(row + EndRow.LAST) + DescentRow.NEXT, descent)
    st(row + EndRow.LAST, descent)
    st(descent + DescentRow.END, end)
    return 0


def pending_end(t: int, parent: int, code: int) -> int:
    """The end of this batch that the same joint moves have led to, -1 if there is none."""
    for end in range(ld(t + Tree.END_COUNT)):
        step = last_step(t, ld(ld(t + Tree.END_ROWS) + EndRow.ROW * end + EndRow.FIRST))
        if ld(step + StepRow.NODE) == parent and ld(step + StepRow.CODE) == code:
            return end
    return -1


def new_end(t: int, descent: int) -> int:
    end = ld(t + Tree.END_COUNT)
    row = ld(t + Tree.END_ROWS) + EndRow.ROW * end
    st(row + EndRow.FIRST, descent)
    st(row + EndRow.LAST, descent)
    st(t + Tree.END_COUNT, end + 1)
    st(descent + DescentRow.END, end)
    return end


def tree_follow(t: int, key: int) -> int:
    """The last step, made anew, has led to a state of this key (0: the game is over there). Gives 1 if it is known and
    the descent goes on there; else it is an end of its own."""
    step = last_step(t, descent_now(t))
    child = edge_child(t, ld(step + StepRow.NODE), ld(step + StepRow.CODE), key) if key else 0
    if child:
        st(t + Tree.AT, child)
        return 1
    new_end(t, descent_now(t))
    return 0


def tree_child(t: int, end: int, key: int, is_drawn: int, scores: int) -> int:
    """What an end has come to: a state of this key, or, if the game is over there, these scores. Puts it where it
    belongs, if there is room. Gives 1 if its descents wait for a guess."""
    descent = ld(ld(t + Tree.END_ROWS) + EndRow.ROW * end + EndRow.FIRST)
    step = last_step(t, descent)
    parent = ld(step + StepRow.NODE)
    code = ld(step + StepRow.CODE)
    is_joint = ld(block_of(t, parent) + PathsRow.FORM) == Form.JOINT
    is_room = not (is_joint or is_drawn) or has_room_for_edges(t)
    number = 0 if scores else tree_find(t, key)
    st(t + Tree.IS_NEW, 0)
    if number == 0 and is_room and ld(t + Tree.NODE_COUNT) < ld(t + Tree.MOST_NODES) and not (scores and is_drawn):
        number = new_node(t, 0 if scores else key, parent, code)
        st(t + Tree.IS_NEW, 1)
        if scores:
            settle_node(t, number, scores)
    st(t + Tree.MADE, number)
    if is_room and (number or is_drawn or not is_joint):
        set_child(t, parent, code, DRAWN if is_drawn else number)
        if is_drawn and number:
            set_edge(t, parent, code, key, number)
    if number and is_settled(t, number):
        scores = node_row(t, number) + NodeRow.SCORES
    first = descent
    while descent:
        if scores:
            add_scores(t, descent, scores)
        else:
            wait(t, descent, 0)
        descent = ld(descent + DescentRow.NEXT)
    if scores:
        conclude(t, first, scores)
    return scores == 0


# ------------------------------------------------------------------------------------------------------- climbing


@inline
def tree_climb(t: int, descent: int, scores: int) -> int:
    """What a descent that has waited came to; 0: nothing, so it was no visit."""
    if scores:
        return add_scores(t, descent, scores)
    return take_back(t, descent)


def add_scores(t: int, descent: int, scores: int) -> int:
    """Adds what a descent came to, from the root on."""
    st(t + Tree.CLIMBS, ld(t + Tree.CLIMBS) + 1)
    gains = ld(t + Tree.GAINS)
    for role in range(ld(t + Tree.ROLES)):
        st(gains + 8 * role, fadd(ld(gains + 8 * role), ld(scores + 8 * role)))
    if not ld(t + Tree.IS_BOUNDED):
        widen(t, scores)
    size = ld(t + Tree.STEP_SIZE)
    step = ld(descent + DescentRow.START)
    stop = ld(descent + DescentRow.STOP)
    while step < stop:
        at = ld(step + StepRow.MOVE)
        if at:
            add_score(t, at, ld(scores + 8 * ld(step + StepRow.ROLE)))
        else:
            add_all_scores(t, step, scores)
        step += size
    return 0


def add_all_scores(t: int, step: int, scores: int) -> int:
    """At a step where nobody has chosen, or several have."""
    block = block_of(t, ld(step + StepRow.NODE))
    if ld(block + PathsRow.FORM) == Form.JOINT:
        for role in range(ld(t + Tree.ROLES)):
            own = role_row(t, block, role)
            if ld(own + RoleRow.ORDER):
                at = block + ld(own + RoleRow.MOVES) + MoveRow.ROW * pick_at(step, role)
                add_score(t, at, ld(scores + 8 * role))
    return 0


@inline
def add_score(t: int, at: int, score: int) -> int:
    if ld(at + MoveRow.VISITS) < SETTLED:
        st(at + MoveRow.SUM, fadd(ld(at + MoveRow.SUM), score))
        rate_move(t, at)
    return 0


def take_back(t: int, descent: int) -> int:
    """A descent was no visit."""
    size = ld(t + Tree.STEP_SIZE)
    step = ld(descent + DescentRow.START)
    stop = ld(descent + DescentRow.STOP)
    while step < stop:
        block = block_of(t, ld(step + StepRow.NODE))
        if ld(step + StepRow.MOVE):
            take_visit_back(t, ld(step + StepRow.MOVE))
        elif ld(block + PathsRow.FORM) == Form.JOINT:
            for role in range(ld(t + Tree.ROLES)):
                own = role_row(t, block, role)
                if ld(own + RoleRow.ORDER):
                    take_visit_back(t, block + ld(own + RoleRow.MOVES) + MoveRow.ROW * pick_at(step, role))
        step += size
    return 0


def take_visit_back(t: int, at: int) -> int:
    """A move whose only visit came to nothing is taken before all others."""
    st(at + MoveRow.VISITS, ld(at + MoveRow.VISITS) - 1)
    if ld(at + MoveRow.VISITS) == 0:
        st(at + MoveRow.MEAN, INFINITE)
        st(at + MoveRow.ROOT, 0)
    elif ld(at + MoveRow.VISITS) < SETTLED:
        rate_move(t, at)
    return 0


def widen(t: int, scores: int) -> int:
    """Scores without bounds are compared within those that were met."""
    low = ld(t + Tree.MET_LOW) if ld(t + Tree.HAS_MET) else ld(scores)
    high = ld(t + Tree.MET_HIGH) if ld(t + Tree.HAS_MET) else ld(scores)
    for role in range(ld(t + Tree.ROLES)):
        score = ld(scores + 8 * role)
        low = score if flt(score, low) else low
        high = score if flt(high, score) else high
    st(t + Tree.HAS_MET, 1)
    st(t + Tree.MET_LOW, low)
    st(t + Tree.MET_HIGH, high)
    st(t + Tree.LOW, low)
    # Between low and low + 1 where all scores are the same; the difference is rounded as the reference does.
    top = high if flt(low, high) else fadd(low, ONE)
    st(t + Tree.WIDTH, fsub(top, low))
    return 0


# ---------------------------------------------------------------------------------------------------- conclusions


def conclude(t: int, descent: int, scores: int) -> int:
    """Draws the conclusions from what certainly comes at the end of a descent."""
    size = ld(t + Tree.STEP_SIZE)
    start = ld(descent + DescentRow.START)
    step = ld(descent + DescentRow.STOP) - size
    while step >= start:
        number = ld(step + StepRow.NODE)
        block = block_of(t, number)
        if is_settled(t, number) or ld(block + PathsRow.FORM) == Form.JOINT:
            return 0
        code = ld(step + StepRow.CODE)
        if child_of(t, number, block, code) == DRAWN or not settle_move(t, number, block, code, scores):
            return 0
        scores = node_row(t, number) + NodeRow.SCORES
        step -= size
    return 0


def settle_move(t: int, number: int, block: int, picked: int, scores: int) -> int:
    """A move of the only role certainly leads to these scores; gives 1 if that settles the node."""
    role = ld(block + PathsRow.ONLY)
    count = ld(block + RoleRow.COUNT)
    at = block + ld(block + RoleRow.MOVES) + MoveRow.ROW * picked
    best = block + PathsRow.BEST
    roles = ld(t + Tree.ROLES)
    is_draw = ld(block + PathsRow.FORM) == Form.DRAW
    settled = ld(block + PathsRow.SETTLED)
    if ld(at + MoveRow.VISITS) < SETTLED:
        st(at + MoveRow.VISITS, ld(at + MoveRow.VISITS) + SETTLED)
        st(at + MoveRow.SUM, ld(scores + 8 * role))
        st(at + MoveRow.MEAN, ld(scores + 8 * role))
        st(at + MoveRow.ROOT, 0)
        if is_draw:
            for other in range(roles):
                st(best + 8 * other, fadd(ld(best + 8 * other), ld(scores + 8 * other)))
        elif settled == 0 or flt(ld(best + 8 * role), ld(scores + 8 * role)):
            copy(best, scores, 8 * roles)
        settled += 1
        st(block + PathsRow.SETTLED, settled)
    if is_draw:
        if settled < count:
            return 0
        for other in range(roles):
            st(best + 8 * other, fdiv(ld(best + 8 * other), float_of_int(count)))
    elif fle(ld(t + Tree.FULL), ld(scores + 8 * role)):
        best = scores
    elif settled < count:
        return 0
    settle_node(t, number, best)
    return 1


# ------------------------------------------------------------------------------------------------- another root


def tree_mark(t: int, root: int) -> int:
    """Finds the nodes that can follow this one, and gives them new numbers in the order of their old ones."""
    numbers = ld(t + Tree.NUMBERS)
    stack = ld(t + Tree.STACK)
    count = ld(t + Tree.NODE_COUNT)
    fill(numbers, 0, 4 * (count + 1))
    st32(numbers + 4 * root, 1)
    st32(stack, root)
    waiting = 1
    while waiting:
        waiting -= 1
        block = block_of(t, ld32(stack + 4 * waiting))
        if block:
            if ld(block + PathsRow.FORM) != Form.JOINT:
                for number in range(ld(block + RoleRow.COUNT)):
                    waiting = mark_child(t, ld32(after_best(t, block) + 4 * number), waiting)
            edge = ld(block + PathsRow.FIRST_EDGE)
            while edge:
                waiting = mark_child(t, ld(edge + EdgeRow.CHILD), waiting)
                edge = ld(edge + EdgeRow.NEXT)
    kept = 0
    for number in range(1, count + 1):
        if ld32(numbers + 4 * number):
            kept += 1
            st32(numbers + 4 * number, kept)
    st(t + Tree.ROOT, root)
    return kept


@inline
def mark_child(t: int, child: int, waiting: int) -> int:
    at = ld(t + Tree.NUMBERS) + 4 * child
    if child == 0 or child == DRAWN:
        return waiting
    if ld32(at):
        return waiting
    st32(at, 1)
    st32(ld(t + Tree.STACK) + 4 * waiting, child)
    return waiting + 1


@inline
def number_now(t: int, number: int) -> int:
    """The new number of a node; `DRAWN` stays."""
    return DRAWN if number == DRAWN else ld32(ld(t + Tree.NUMBERS) + 4 * number)


def tree_keep(t: int) -> int:
    """Forgets all nodes that are not marked; the new root is the one that was marked first."""
    keep_edges(t)
    keep_nodes(t)
    keep_blocks(t)
    st(t + Tree.ROOT, number_now(t, ld(t + Tree.ROOT)))
    st(t + Tree.CLIMBS, 0)
    fill(ld(t + Tree.GAINS), 0, 8 * ld(t + Tree.ROLES))
    return 0


def keep_edges(t: int) -> int:
    """Edges of nodes that stay are put aside, to be found by their new numbers (see `keep_blocks`): at the end of the
    room for the path, which nobody uses now."""
    edges = ld(t + Tree.EDGES)
    aside = ld(t + Tree.PATH)
    kept = 0
    if ld(t + Tree.EDGE_COUNT) == 0:
        return 0
    for place in range(ld(t + Tree.EDGES_MASK) + 1):
        row = edges + EdgeRow.ROW * place
        parent = ld(row + EdgeRow.PARENT)
        if parent and number_now(t, parent) and ld(row + EdgeRow.CHILD):
            to = aside + EdgeRow.ROW * kept
            st(to + EdgeRow.PARENT, number_now(t, parent))
            st(to + EdgeRow.CODE, ld(row + EdgeRow.CODE))
            st(to + EdgeRow.KEY, ld(row + EdgeRow.KEY))
            st(to + EdgeRow.CHILD, number_now(t, ld(row + EdgeRow.CHILD)))
            kept += 1
        st(row + EdgeRow.PARENT, 0)
    st(t + Tree.EDGE_COUNT, kept)
    return 0


def keep_nodes(t: int) -> int:
    count = ld(t + Tree.NODE_COUNT)
    size = ld(t + Tree.NODE_SIZE)
    kept = 0
    fill(ld(t + Tree.KEYS), 0, 4 * (ld(t + Tree.KEYS_MASK) + 1))
    for number in range(1, count + 1):
        now = number_now(t, number)
        if now:
            row = node_row(t, now)
            if now != number:
                copy(row, node_row(t, number), size)
                st(head_of(t, now), ld(head_of(t, number)))
            if ld(row + NodeRow.MAKER):
                st(row + NodeRow.MAKER, number_now(t, ld(row + NodeRow.MAKER)))
            if ld(row + NodeRow.KEY):
                add_key(t, ld(row + NodeRow.KEY), now)
            kept = now
    st(t + Tree.NODE_COUNT, kept)
    return 0


def keep_blocks(t: int) -> int:
    """Blocks slide down over those that are gone."""
    at = ld(t + Tree.BLOCKS)
    end = at + ld(t + Tree.BLOCKS_USED)
    to = at
    while at < end:
        size = ld(at + PathsRow.SIZE)
        owner = number_now(t, ld(at + PathsRow.OWNER))
        if owner:
            if to != at:
                move(to, at, size)
            st(to + PathsRow.OWNER, owner)
            st(to + PathsRow.FIRST_EDGE, 0)
            st(head_of(t, owner), to | is_settled(t, owner))
            if ld(to + PathsRow.FORM) != Form.JOINT:
                children = after_best(t, to)
                for number in range(ld(to + RoleRow.COUNT)):
                    st32(children + 4 * number, number_now(t, ld32(children + 4 * number)))
            to += size
        at += size
    st(t + Tree.BLOCKS_USED, to - ld(t + Tree.BLOCKS))
    edges = ld(t + Tree.EDGE_COUNT)
    st(t + Tree.EDGE_COUNT, 0)
    for kept in range(edges):
        row = ld(t + Tree.PATH) + EdgeRow.ROW * kept
        set_edge(t, ld(row + EdgeRow.PARENT), ld(row + EdgeRow.CODE), ld(row + EdgeRow.KEY), ld(row + EdgeRow.CHILD))
    return 0
