"""The flow of a game as a picture: phases with arrows for the passes, and events between those who throw and hear them.

A turn is a column of boxes, one for each phase. A pass to a phase below is an arrow on the right, one to a phase above
(or to the same one) an arrow on the left, each in a lane of its own with its words beside it. Events stand in a row
each: who throws it, the event, who hears it.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.game.flow import Flow, FlowEvent, FlowTurn, Passing
from parlour.present import drawing
from parlour.present.drawing import line, short, written
from parlour.present.flow import flow_lines, hearer_words, passing_words, phase_title
from parlour.present.layout.measure import length
from parlour.syntax.display import visible

_SIZE = 13.0
_LINE = 20.0
_BETWEEN = 46.0
_LANE = 18.0
_GAP = 56.0


def lay_out_flow(flow: Flow) -> drawing.Drawing:
    """The flow as a drawing; its description says everything in words."""
    blocks = [*map(_turn, flow.turns), *map(_event, flow.events)]
    blocks += [_lines([f"the game ends in {', '.join(flow.ends)}"])] if flow.ends else []
    description = "; ".join(line.strip() for line in flow_lines(flow) if line)
    return drawing.Drawing(tuple(drawing.Row((block,)) for block in blocks), description)


def _wide(texts: Sequence[str]) -> float:
    return max((length(visible(text), _SIZE) for text in texts), default=0.0)


def _lines(texts: Sequence[str]) -> drawing.Block:
    wide = _wide(texts)
    drawn = [line(visible(text), wide / 2, _LINE * (place + 0.5), _SIZE) for place, text in enumerate(texts)]
    return drawing.Block(short(wide), _LINE * len(texts), tuple(drawn), "flow")


def _box(texts: Sequence[str]) -> drawing.Block:
    """Words in a frame."""
    inside = _lines(texts)
    wide, high = inside.width + 24, inside.height + 12
    frame = drawing.Rect(fill="cell", stroke="edge", width=short(wide), height=high, rx=8, stroke_width=1.5)
    return drawing.Block(wide, high, (frame, inside.at(12, 6)))


def _turn(turn: FlowTurn) -> drawing.Block:
    boxes = [_box(_words(phase_title(phase))) for phase in turn.phases]
    names = {phase.name: place for place, phase in enumerate(turn.phases)}
    inner = max(box.width for box in boxes)
    tops = [(box.height + _BETWEEN) * place for place, box in enumerate(boxes)]
    for place in range(1, len(boxes)):
        tops[place] = tops[place - 1] + boxes[place - 1].height + _BETWEEN
    down: list[tuple[int, int, str]] = []
    up: list[tuple[int, int, str]] = []
    out: list[tuple[int, str]] = []
    for place, phase in enumerate(turn.phases):
        for passing in phase.passes:
            to = names.get(passing.phase) if passing.turn in (turn.name, None) else None
            if to is None:
                out.append((place, f"to {_elsewhere(passing)}: {passing_words(passing)}"))
            else:
                (down if to > place else up).append((place, to, passing_words(passing)))
    left = _LANE * (len(up) + 1) + _wide([words for *_, words in up])
    head = _LINE + 10
    drawn: list[drawing.Mark] = [
        box.at(left + (inner - box.width) / 2, head + tops[place]) for place, box in enumerate(boxes)
    ]
    middle = [head + tops[place] + box.height / 2 for place, box in enumerate(boxes)]
    edge = {place: (left + (inner - box.width) / 2, left + (inner + box.width) / 2) for place, box in enumerate(boxes)}
    right = 0.0
    for lane, (place, to, words) in enumerate(up):
        x = left - _LANE * (lane + 1)
        drawn += _arrow(edge[place][0], middle[place] + 4 * lane, x, edge[to][0], middle[to] - 8 + 4 * lane)
        y = (middle[place] + middle[to]) / 2 + (_LINE * (lane - (len(up) - 1) / 2) if len(up) > 1 else 0)
        drawn.append(line(visible(words), x - 6, y, _SIZE, fill="soft", anchor="end"))
    for lane, (place, to, words) in enumerate(down):
        x = left + inner + _LANE * (lane + 1)
        drawn += _arrow(edge[place][1], middle[place] + 4 * lane, x, edge[to][1], middle[to] - 8 + 4 * lane)
        y = (middle[place] + middle[to]) / 2 + (_LINE * (lane - (len(down) - 1) / 2) if len(down) > 1 else 0)
        drawn.append(line(visible(words), x + 6, y, _SIZE, fill="soft", anchor="start"))
        right = max(right, _LANE * (lane + 1) + 6 + _wide([words]))
    for row, (place, words) in enumerate(out):
        y = middle[place] + boxes[place].height / 2 + 12 + 14 * sum(1 for each, _ in out[:row] if each == place)
        drawn.append(line(visible(words), left + inner / 2, y, _SIZE, fill="soft"))
        right = max(right, (_wide([words]) - inner) / 2)
    wide = max(left + inner + right, length(visible(f"turn {turn.name}"), 15, is_bold=True))
    title = line(visible(f"turn {turn.name}"), left + inner / 2, _LINE / 2, 15, is_bold=True)
    return drawing.Block(short(wide), head + tops[-1] + boxes[-1].height + (16 if out else 0), (title, *drawn), "flow")


def _elsewhere(passing: Passing) -> str:
    return passing.phase or passing.turn or "a computed phase"


def _arrow(x1: float, y1: float, lane: float, x2: float, y2: float) -> tuple[drawing.Path, drawing.Path]:
    """From the edge of a box by a lane beside the boxes to the edge of another."""
    way = f"M{written(x1)} {written(y1)}H{written(lane)}V{written(y2)}H{written(x2)}"
    back = 7 if lane > x2 else -7
    head = f"M{written(x2)} {written(y2)}l{back} -4v8z"
    return drawing.Path(fill="none", stroke="ink", d=way, stroke_width=1.2), drawing.Path(fill="ink", d=head)


def _words(text: str) -> list[str]:
    """A title in lines: the choices of a phase stand below it."""
    first, found, rest = text.partition(" waits for ")
    return [f"{first} waits for", *rest.split(", ")] if found else [text]


def _event(event: FlowEvent) -> drawing.Block:
    throwers = _box(list(event.thrown_by) or ["nobody"])
    middle = _box([f"event {event.name}"])
    hearers = _box([*map(hearer_words, event.heard_by)] or ["nobody"])
    high = max(each.height for each in (throwers, middle, hearers))
    drawn: list[drawing.Mark] = []
    x = 0.0
    for place, block in enumerate((throwers, middle, hearers)):
        if place:
            drawn += _arrow(x, high / 2, x + _GAP / 2, x + _GAP, high / 2)
            x += _GAP
        drawn.append(block.at(x, (high - block.height) / 2))
        x += block.width
    return drawing.Block(short(x), high, tuple(drawn), "flow")
