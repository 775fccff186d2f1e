"""Small games in core that reach what the drivers of the native engine must know: one for each way to be asked."""

from __future__ import annotations

SAMPLES: dict[str, str] = {
    "from a square to a square": """
program fromto entry main
symbols (X, Empty)
seats (Ada)
global b: board[symbol, 4 x 1]
function main() -> none {
  locals (src: int, dst: int, turns: int)
  @b = board[symbol, 4 x 1](#X, #Empty, #X, #Empty)
  turns = 0
  while lt(turns, 4) {
    ask src: whole seat 0 kind number
    if and(and(ge(src, 1), le(src, 4)), eq(board_get(@b, sub(src, 1)), #X)) {
      ask dst: whole seat 0 kind number
      if and(and(and(ge(dst, 1), le(dst, 4)), eq(dst, add(src, 1))), eq(board_get(@b, sub(dst, 1)), #Empty)) {
        @b = board_set(board_set(@b, sub(dst, 1), #X), sub(src, 1), #Empty)
        turns = add(turns, 1)
      }
    }
  }
}
""",
    "cards in a list that changes": """
program uno entry main
seats (Ada)
global hand: list[int]
global top: int
global drawn: int
function main() -> none {
  @hand = [3, 5, 3, 8]
  @top = 3
  @drawn = 0
  while and(gt(list_length(@hand), 0), lt(@drawn, 3)) {
    invoke turn()
  }
}
function turn() -> none {
  locals (choice: string)
  ask choice: line seat 0 kind text
  if eq(choice, "play") {
    invoke play_card()
  } else if eq(choice, "draw") {
    do list_push(@hand, add(@drawn, 1))
    @drawn = add(@drawn, 1)
  }
}
function play_card() -> none {
  locals (index: int, card: int)
  ask index: whole seat 0 kind number
  card = list_get(@hand, index)
  if eq(card, @top) {
    do list_remove(@hand, index)
  }
}
""",
    "turns that are counted on the way": """
program counted entry main
seats (Ada)
function main() -> int {
  locals (rounds: int, turns: int, a: int, b: int)
  rounds = 0
  turns = 0
  b = 0
  while and(ne(b, 2), and(lt(turns, 3), lt(rounds, 9))) {
    rounds = add(rounds, 1)
    ask a: whole(1, 3) seat 0 kind number
    turns = add(turns, a)
    ask b: whole(1, 3) seat 0 kind number
  }
  return add(mul(rounds, 100), turns)
}
""",
    "a group that votes": """
program votes entry main
seats (Ada, Ben, Cleo)
global score: int
function main() -> int {
  locals (seats: list[int], names: list[list[string]], votes: list[string], round: int)
  @score = 0
  round = 0
  while lt(round, 3) {
    seats = [0, 1, 2]
    names = [["Ben", "Cleo"], ["Ada", "Cleo"], ["Ada", "Ben"]]
    ask group votes: options(names) seat seats kind choice
    if eq(list_get(votes, 0), list_get(votes, 1)) {
      @score = add(@score, 1)
      round = add(round, 1)
    } else if eq(list_get(votes, 1), list_get(votes, 2)) {
      round = add(round, 1)
    }
  }
  finish [[0], [1, 2]]
  return @score
}
""",
    "a group of bids with bounds of their own": """
program bids entry main
seats (Ada, Ben)
function main() -> int {
  locals (seats: list[int], low: list[int], high: list[int], bids: list[int], total: int)
  total = 0
  while lt(total, 20) {
    seats = [1, 0]
    low = [0, total]
    high = [3, add(total, 2)]
    ask group bids: whole(low, high) seat seats kind number
    total = add(total, list_get(bids, 0))
    if gt(list_get(bids, 1), total) {
      total = add(total, 5)
    }
  }
  return total
}
""",
    "options that are objects": """
program pick entry main
seats (Ada)
class Card {
  field value: int
}
global left: list[object Card]
function main() -> int {
  locals (card: object Card, total: int, i: int)
  @left = list[object Card]()
  for i from 0 to 5 {
    do list_push(@left, new Card(mul(i, i)))
  }
  total = 0
  while gt(list_length(@left), 1) {
    ask card: options(@left) seat 0 kind choice
    total = add(total, card.value)
    @left = without(@left, card)
  }
  return total
}
function without(cards: list[object Card], card: object Card) -> list[object Card] {
  locals (kept: list[object Card], i: int)
  kept = list[object Card]()
  for i from 0 to list_length(cards) {
    if not(same(list_get(cards, i), card)) {
      do list_push(kept, list_get(cards, i))
    }
  }
  return kept
}
""",
    "an answer of several forms": """
program forms entry main
symbols (Pass, Stay)
seats (Ada)
function main() -> int {
  locals (said: any, words: list[string], n: int, turns: int)
  n = 0
  turns = 0
  words = ["one", "two"]
  while lt(turns, 5) {
    ask said: either(whole(1, 3), one_of(Pass, Stay), options(words)) seat 0 kind literal
    if is[int](said) {
      n = add(n, narrow[int](said))
      turns = add(turns, 1)
    } else if eq(said, convert[any](#Pass)) {
      turns = add(turns, 1)
    }
  }
  return n
}
""",
    "a pair of an option and a number": """
program pairs entry main
seats (Ada)
function main() -> int {
  locals (rows: list[int], move: (int, int), turns: int)
  rows = [3, 2, 4]
  turns = 0
  while gt(add(add(list_get(rows, 0), list_get(rows, 1)), list_get(rows, 2)), 0) {
    ask move: each(whole(0, 2), whole(1, 3)) seat 0 kind literal
    if le(move.1, list_get(rows, move.0)) {
      do list_set(rows, move.0, sub(list_get(rows, move.0), move.1))
      turns = add(turns, 1)
    }
  }
  return turns
}
""",
    "dice, told lines and an outcome before the end": """
program dice entry main
seats (Ada, Ben)
global sum: list[int]
function main() -> none {
  locals (again: bool, turn: int, roll: int)
  @sum = [0, 0]
  turn = 0
  while lt(turn, 6) {
    roll = add(1, chance(6))
    tell concat("rolled ", text_of_int(roll))
    ask again: yes_no seat mod(turn, 2) kind choice
    if again {
      do list_set(@sum, mod(turn, 2), add(list_get(@sum, mod(turn, 2)), roll))
    }
    turn = add(turn, 1)
  }
  if gt(list_get(@sum, 0), list_get(@sum, 1)) {
    finish [[0], [1]] scores [1.0, 0.0]
  } else {
    finish [[1], [0]] scores [0.0, 1.0]
  }
  ask again: yes_no seat 0 kind choice
}
""",
    "an attempt across questions": """
program attempts entry main
seats (Ada)
global xs: list[int]
global tries: int
function main() -> int {
  locals (done: bool, n: int)
  @xs = [1, 2]
  @tries = 0
  while lt(list_length(@xs), 5) {
    attempt done {
      do list_push(@xs, 9)
      ask n: whole(0, 4) seat 0 kind number
      if eq(n, 0) {
        fail
      }
      do list_push(@xs, n)
    }
    if not(done) {
      @tries = add(@tries, 1)
      if gt(@tries, 3) {
        return -1
      }
    }
  }
  return list_length(@xs)
}
""",
    "every answer fails": """
program failing entry main
seats (Ada)
function main() -> int {
  locals (n: int)
  ask n: whole(0, 3) seat 0 kind number
  if eq(n, 2) {
    raise `no-two` "two is not allowed"
  }
  return div(n, sub(n, n))
}
""",
    "cards that are laid before the deck turns out to be empty": """
program short entry main
seats (Ada)
global hand: list[int]
global deck: list[int]
global top: int
function main() -> none {
  @hand = [3, 7, 3, 5, 7, 3]
  @deck = [3, 3]
  @top = 7
  while gt(list_length(@hand), 0) {
    invoke turn()
  }
}
function turn() -> none {
  locals (choice: string)
  ask choice: line seat 0 kind text
  if eq(choice, "play") {
    invoke play_card()
  } else if eq(choice, "draw") {
    do list_push(@hand, list_pop(@deck))
  }
}
function play_card() -> none {
  locals (index: int, card: int)
  ask index: whole seat 0 kind number
  card = list_get(@hand, index)
  if or(eq(card, @top), eq(card, 3)) {
    do list_remove(@hand, index)
    @top = card
    if eq(card, 3) {
      do list_push(@hand, list_pop(@deck))
    }
  }
}
""",
    "an account that is overdrawn": """
program account entry main
seats (Ada)
global money: int
global spent: int
function main() -> int {
  locals (sure: bool, n: int)
  @money = 5
  @spent = 0
  while lt(@spent, 9) {
    ask sure: yes_no seat 0 kind choice
    if sure {
      ask n: whole(-1, 4) seat 0 kind number
      if lt(n, 0) {
        raise `form` "nobody pays less than nothing"
      }
      if gt(n, 1) {
        @spent = add(@spent, n)
        if gt(@spent, @money) {
          raise `empty` "there is no money left"
        }
      }
    } else {
      @money = sub(@money, div(1, sub(@money, 3)))
    }
  }
  return @spent
}
""",
    "seats that appear": """
program guests entry main
global names: list[string]
function main() -> none {
  locals (n: int, i: int, seat: int)
  ask n: whole(1, 3) seat -1 kind number
  for i from 0 to n {
    seat = new_seat(concat("guest ", text_of_int(i)))
  }
  ask n: whole(0, 2) seat 0 kind number
  if eq(n, 2) {
    finish [[0]]
  } else {
    finish list[list[int]]()
  }
}
""",
    "a chance that a speculation undoes": """
program unseen entry main
seats (Ada)
function lucky() -> bool {
  return eq(chance(2), 0)
}
function main() -> int {
  locals (first: bool, n: int)
  first = speculate lucky()
  ask n: whole(0, 1) seat 0 kind number
  return add(n, choose(first, 10, 0))
}
""",
    "a move read piece by piece": """
program pieces entry main
seats (Ada, Ben)
global cells: list[int]
function main() -> int {
  locals (x: string, y: string, u: string, v: string, src: int, dst: int, turn: int)
  @cells = [1, 0, 0, 2, 0, 2, 0, 1, 0]
  turn = 0
  while lt(turn, 12) {
    ask x: chars(1, among "0123") seat mod(turn, 2) kind chars
    ask y: chars(1, among "0123") seat mod(turn, 2) kind chars
    ask u: chars(1, among "0123") seat mod(turn, 2) kind chars
    ask v: chars(1, among "0123") seat mod(turn, 2) kind chars
    src = cell(x, y)
    dst = cell(u, v)
    if and(eq(list_get(@cells, src), add(1, mod(turn, 2))), eq(list_get(@cells, dst), 0)) {
      do list_set(@cells, dst, list_get(@cells, src))
      do list_set(@cells, src, 0)
      turn = add(turn, 1)
    }
  }
  return add(mul(100, list_get(@cells, 0)), add(mul(10, list_get(@cells, 4)), list_get(@cells, 8)))
}
function cell(x: string, y: string) -> int {
  return add(mul(3, digit(y)), digit(x))
}
function digit(text: string) -> int {
  if eq(text, "3") {
    return 9
  }
  return choose(eq(text, "0"), 0, choose(eq(text, "1"), 1, 2))
}
""",
    "a move read piece by piece, and nothing goes on": """
program dead entry main
symbols (Coin, Card)
seats (Ada)
function main() -> int {
  locals (what: symbol, n: int, left: int)
  left = 3
  while gt(left, 0) {
    ask what: one_of(Coin, Card) seat 0 kind choice
    ask n: whole(1, 4) seat 0 kind number
    if eq(what, #Coin) {
      if and(gt(left, 1), eq(n, left)) {
        left = sub(left, 1)
      }
    } else if eq(n, 4) {
      left = div(left, sub(left, left))
    }
  }
  return left
}
""",
    "dice in the middle of a move": """
program throws entry main
seats (Ada)
global place: int
function main() -> int {
  locals (go: bool, die: int, n: int, m: int)
  @place = 0
  while lt(@place, 9) {
    ask go: yes_no seat 0 kind choice
    die = add(1, chance(3))
    ask n: whole(1, 3) seat 0 kind number
    ask m: whole(1, 2) seat 0 kind number
    if and(and(go, eq(n, die)), eq(m, 2)) {
      @place = add(@place, n)
    }
  }
  return @place
}
""",
    "somebody else is asked in the middle of a move": """
program offers entry main
seats (Ada, Ben)
global given: list[int]
function main() -> int {
  locals (n: int, yes: bool, sure: bool, turn: int)
  @given = [0, 0]
  turn = 0
  while lt(add(list_get(@given, 0), list_get(@given, 1)), 8) {
    ask n: whole(1, 3) seat turn kind number
    ask yes: yes_no seat sub(1, turn) kind choice
    ask sure: yes_no seat turn kind choice
    if and(and(yes, sure), ne(n, list_get(@given, turn))) {
      do list_set(@given, turn, add(list_get(@given, turn), n))
      turn = sub(1, turn)
    }
  }
  return list_get(@given, 0)
}
""",
    "steps that are written down before the move is whole": """
program notes entry main
seats (Ada)
class Note {
  field text: int
}
global notes: list[object Note]
global sum: int
function main() -> int {
  locals (n: int, m: int)
  @notes = list[object Note]()
  @sum = 0
  while lt(@sum, 20) {
    @notes = [new Note(0)]
    ask n: whole(1, 4) seat 0 kind number
    do list_push(@notes, new Note(n))
    ask m: whole(1, 4) seat 0 kind number
    if eq(mul(n, m), 6) {
      @sum = add(@sum, add(n, m))
    }
  }
  return @sum
}
""",
    "text that nobody can guess": """
program mute entry main
seats (Ada)
function main() -> none {
  locals (line: string)
  ask line: line seat 0 kind text
  tell line
}
""",
    "counted, whatever was refused": """
program counted entry main
seats (Ada)
global left: int
count global answered: int
count global sum: int
function main() -> none {
  locals (n: int, ok: bool)
  @left = 2
  while gt(@left, 0) {
    ask n: whole(1, 9) seat 0 kind number
    count answered by 1
    count sum by n
    attempt ok {
      if ne(n, 3) {
        fail
      }
      @left = sub(@left, 1)
    }
  }
  finish [[0]]
}
""",
    "numbers between bounds that are worth trying": """
program scores entry main
seats (Ada, Ben)
global total: int
function main() -> int {
  locals (n: int, top: int, seats: list[int], lows: list[int], highs: list[int], first: list[int], last: list[int],
      given: list[int])
  top = 3
  @total = 0
  while lt(@total, 20) {
    ask n: whole(unset, unset, worth 0, top) seat 0 kind number
    @total = add(@total, n)
    top = add(top, 1)
    ask n: whole(0, top, worth -5, 2) seat 1 kind number
    @total = add(@total, n)
    seats = [1, 0]
    lows = [0, 1]
    highs = [top, add(top, 1)]
    first = [0, 0]
    last = [3, 2]
    ask group given: whole(lows, highs, worth first, last) seat seats kind number
    @total = add(@total, list_get(given, 1))
  }
  finish [[0], [1]]
  return @total
}
""",
}
