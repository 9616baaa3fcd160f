"""Whole games of every variant that a Python package knows: the package referees, ply by ply.

Usage: referee_variants.py PATH-OF-DAMKA      (needs pydraughts or py-draughts; never both)

The engine plays one side over Hub with `variant` set, the other side plays at random. At every ply the legal moves of
both must be the same, but for what is known to be wrong in a package. The packages number the squares of some boards
from another corner; the corner is found from the moves of the start position.
"""

import itertools
import json
import random
import subprocess
import sys

import draughts

MOST_PLIES = 160
GAMES = 4
IS_PYDRAUGHTS = not hasattr(draughts, "StandardBoard")

# Name here: name there, and what may differ. "more": the package allows moves that the rules do not; "fewer": it misses
# some.
PYDRAUGHTS = {
    "international": ("standard", ""),
    "english": ("english", ""),
    "italian": ("italian", ""),
    "russian": ("russian", ""),
    "brazilian": ("brazilian", ""),
    "turkish": ("turkish", "more"),  # kings pass over pieces
    "frisian": ("frisian", "fewer"),  # some captures of kings are missed
    "frysk": ("frysk!", "fewer"),
    "losing": ("antidraughts", ""),
    "breakthrough": ("breakthrough", ""),
}
PY_DRAUGHTS = {
    "international": ("StandardBoard", ""),
    "english": ("AmericanBoard", "more"),  # captures are optional there
    "russian": ("RussianBoard", ""),
    "brazilian": ("BrazilianBoard", ""),
    "frisian": ("FrisianBoard", ""),
    "frysk": ("FryskBoard", ""),
    "losing": ("AntidraughtsBoard", ""),
    "breakthrough": ("BreakthroughBoard", ""),
}


class PydraughtsReferee:
    """The board of pydraughts."""

    def __init__(self, name):
        self.board = draughts.Board(variant=name)

    def moves(self):
        return {
            (m.steps_move[0], m.steps_move[-1], frozenset(m.captures)): m
            for m in self.board.legal_moves()
        }

    def push(self, move):
        self.board.push(move)

    def is_over(self):
        return self.board.is_over()


class PyDraughtsReferee:
    """The board of py-draughts; squares are counted from 0 there."""

    def __init__(self, name):
        self.board = getattr(draughts, name)()

    def moves(self):
        return {
            (
                m.square_list[0] + 1,
                m.square_list[-1] + 1,
                frozenset(square + 1 for square in m.captured_list),
            ): m
            for m in self.board.legal_moves
        }

    def push(self, move):
        self.board.push(move)

    def is_over(self):
        return self.board.game_over


class Engine:
    """damka over Hub, and its list of legal moves."""

    def __init__(self, path, variant):
        self.path, self.variant = path, variant
        self.pipe = subprocess.Popen(
            [path, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("hub")
        self.wait("wait")
        self.say(f"set-param name=variant value={variant}")
        self.say("set-param name=tt-size value=14")
        self.say("init")
        self.wait("ready")
        self.start = self.answer("")["hub"]
        self.squares = len(self.start) - 1

    def say(self, line):
        self.pipe.stdin.write(line + "\n")

    def wait(self, command):
        while True:
            line = self.pipe.stdout.readline()
            assert line, "the engine has ended"
            assert not line.startswith("error"), line
            if line.split()[0] == command:
                return line

    def answer(self, moves):
        words = [self.path, "moves", "--variant", self.variant, "--json", "--moves", moves]
        return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    def think(self, moves):
        text = f' moves="{" ".join(moves)}"' if moves else ""
        self.say(f"pos pos={self.start}{text}")
        self.say("level depth=4")
        self.say("go think")
        line = self.wait("done").split()
        return line[1].removeprefix("move=")

    def end(self):
        self.pipe.communicate("quit\n", timeout=5)
        assert self.pipe.returncode == 0


def parsed(move):
    """Start, end and captured squares of a move in Hub's form."""
    numbers = [int(word) for word in move.replace("-", "x").split("x")]
    return numbers[0], numbers[1], frozenset(numbers[2:])


def turned(move, turn):
    start, end, captured = move
    return turn(start), turn(end), frozenset(turn(square) for square in captured)


def corner(ours, theirs, squares):
    """How squares there are numbered here."""
    row = 5 if squares == 50 else 4 if squares == 32 else 8
    turns = [
        lambda n: n,
        lambda n: squares + 1 - n,
        lambda n: (n - 1) // row * row + row - (n - 1) % row,
        lambda n: squares + 1 - ((n - 1) // row * row + row - (n - 1) % row),
    ]
    for turn in turns:
        if {turned(move, turn) for move in theirs} == ours:
            return turn
    raise AssertionError(f"no corner fits: {ours} {list(theirs)}")


def check(ours, theirs, excuse, text):
    """The legal moves are the same, but for what is known."""
    same = ours == theirs or (excuse == "more" and ours < theirs) or (excuse == "fewer" and ours > theirs)
    assert same, f"{text}: only here {ours - theirs}, only there {theirs - ours}"


def play(engine, referee, excuse, squares, side, chance):
    """A game; the engine plays the side that moves first or second."""
    turn, moves = None, []
    for ply in itertools.count():
        answer = engine.answer(" ".join(moves))
        ours = {parsed(move["hub"]) for move in answer["moves"]}
        if answer["result"] is not None or not ours or ply == MOST_PLIES:
            return ply, answer["result"]
        if referee.is_over():
            # The packages count some draws otherwise; whether a side can move is no matter of counting.
            return ply, "over there"
        theirs = referee.moves()
        turn = turn or corner(ours, theirs, squares)
        mapped = {turned(move, turn): their for move, their in theirs.items()}
        check(ours, set(mapped), excuse, f"{engine.variant} {answer['fen']}")
        if ply % 2 == side:
            move = engine.think(moves)
            assert parsed(move) in ours, (answer["fen"], move)
        else:
            common = sorted(ours & set(mapped), key=str)
            chosen = chance.choice(common)
            move = next(m["hub"] for m in answer["moves"] if parsed(m["hub"]) == chosen)
        if parsed(move) not in mapped:
            # The package does not know this move (see "fewer").
            return ply, "missed there"
        referee.push(mapped[parsed(move)])
        moves.append(move)


def main():
    path = sys.argv[1]
    games, referee = (
        (PYDRAUGHTS, PydraughtsReferee) if IS_PYDRAUGHTS else (PY_DRAUGHTS, PyDraughtsReferee)
    )
    chance = random.Random(1)
    for variant, (name, excuse) in games.items():
        engine = Engine(path, variant)
        ends = []
        for number in range(GAMES):
            plies, end = play(engine, referee(name), excuse, engine.squares, number % 2, chance)
            ends.append(f"{plies} plies, {end}")
        engine.end()
        print(f"{variant}: {'; '.join(ends)}", flush=True)


main()
