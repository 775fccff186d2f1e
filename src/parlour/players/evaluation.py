"""What the author's own function says of a position, for players that look ahead.

The function gives a number: 0 where nobody is better off, more the better it looks for the seat that is asked, below 0
where it looks bad (`engines/core/evaluation.py`). As a worth it lies between the certain ends, however large it is:

>>> worth_of(0), worth_of(100), worth_of(-100)
(0.5, 0.75, 0.25)
"""

from __future__ import annotations

from typing import Any

from parlour.core.nodes import Variable
from parlour.engines.core.evaluation import UnfitEvaluation, find_evaluation
from parlour.engines.core.failures import GameFailure
from parlour.engines.core.position import CorePosition
from parlour.engines.core.state import RunState
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.position import PythonPosition
from parlour.game.game import Game
from parlour.game.position import Position

# A number that is worth half of what is between an even position and a certain win.
HALFWAY = 100


def worth_of(number: float) -> float:
    """Between 0 and 1, the larger the number the more."""
    return 0.5 + 0.5 * number / (HALFWAY + abs(number))


class Evaluator:
    """Asks a function of the program. Raises `UnfitEvaluation` where the game has no such function."""

    def __init__(self, game: Game, name: str) -> None:
        engine = game.engines.get("python")
        if not isinstance(engine, PythonEngine):
            raise UnfitEvaluation(
                f"what a position is worth is said by a function of a program, and {game.info.language} has none"
            )
        self.evaluation = find_evaluation(engine.plan, name)
        self.code = engine.bulk_code.functions[self.evaluation.number]

    def worth(self, position: Position) -> float:
        """What the open question is worth to the seat that is asked, from 0 to 1. Raises `UnfitEvaluation` where the
        function fails, or wants what there is not here."""
        assert isinstance(position, CorePosition) and isinstance(position.engine, PythonEngine)
        here = position if isinstance(position, PythonPosition) else PythonPosition.adopt(position.engine, position)
        given = [self._value(here, variable) for variable in self.evaluation.wanted]
        try:
            number = self.code(RunState(here).looking(), *given)
        except (GameFailure, RecursionError, MemoryError) as failure:
            raise UnfitEvaluation(f"`{self.evaluation.name}` failed: {failure}") from None
        if number != number:
            raise UnfitEvaluation(f"`{self.evaluation.name}` gave no number")
        return worth_of(max(min(number, 1e300), -1e300))

    def _value(self, position: PythonPosition, wanted: Variable) -> Any:
        engine = position.engine
        for function, number, *values in reversed(position.run.stack):
            site = engine.plan.sites[engine.program.functions[function].name][number - 1]
            types = engine.slot_types[function][number - 1]
            if wanted.name in site.slots:
                place = site.slots.index(wanted.name)
                if types[place] == wanted.type:
                    return values[place]
        question = position.questions[0]
        raise UnfitEvaluation(
            f"`{self.evaluation.name}` wants `{wanted.name}`, which is not in use where {question.site} is asked"
        )
