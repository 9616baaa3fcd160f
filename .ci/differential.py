"""Compares the legal moves of damka with those of a slow rules oracle of another kind, on fresh random positions.

Half of the positions come from random play, half are random placements with 10 to 60 % kings: both sides are there,
and no man stands on its own last row. Compared are the results and the complete sets of moves as (from, to, captured).
Nothing is remembered of earlier moves: limits on the moves of kings begin at zero. The oracle is a Python module with
`RULES`, `Position` and its `legal()`, `make()`, `result()` and `fen()`. The first difference ends the run.

Usage: differential.py PATH-OF-DAMKA PATH-OF-ORACLE [--seed SEED] [--seconds S] [--count N] [--games A,B]
"""

import argparse
import dataclasses
import datetime
import importlib.util
import json
import multiprocessing
import random
import subprocess
import sys
import time
from collections import Counter

BATCH = 100
LONGEST_GAME = 150

# Games that the oracle does not list: the same rules with another goal, or with a limit that begins at zero.
DERIVED = {
    "losing_brazilian": ("brazilian", {"goal": "misere"}),
    "losing_russian": ("russian", {"goal": "misere"}),
    "losing_english": ("english", {"goal": "misere"}),
    "twoline_five": ("twoline", {}),
}

RESULTS = {None: None, "white": "1-0", "black": "0-1"}


def load(path):
    """The oracle as a module."""
    spec = importlib.util.spec_from_file_location("oracle", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["oracle"] = module
    spec.loader.exec_module(module)
    return module


def rules_of(oracle, game):
    if game in oracle.RULES:
        return oracle.RULES[game]
    base, changes = DERIVED[game]
    return dataclasses.replace(oracle.RULES[base], **changes)


def from_play(oracle, rules, chance):
    """Positions of a random game, from a random ply on."""
    position = oracle.Position.start(rules)
    first = chance.randrange(60)
    for ply in range(LONGEST_GAME):
        if ply >= first:
            yield position
        moves = position.legal()
        if not moves:
            return
        position = position.make(chance.choice(moves))
        position.runs = {1: (0, 0), -1: (0, 0)}


def placed(oracle, rules, chance):
    """A position with pieces on random squares."""
    grid = oracle.Grid(rules)
    kings = chance.uniform(0.1, 0.6)
    if rules.goal == "first_king":
        kings /= 10  # the first king ends the game, so most positions have none
    # Few pieces as often as many.
    pieces = chance.randint(2, max(4, len(grid.squares) * 2 // 5))
    while True:
        board = grid.blank[:]
        sides = set()
        for square in chance.sample(grid.squares, pieces):
            side = chance.choice((1, -1))
            is_king = chance.random() < kings
            if not is_king and grid.rank[square] == grid.last_rank[side]:
                continue
            sides.add(side)
            board[square] = side * (2 if is_king else 1)
        # Two kings that both have come first cannot be: such a position has no right result.
        crowned = {piece > 0 for piece in board if abs(piece) == 2}
        if len(sides) == 2 and not (rules.goal == "first_king" and len(crowned) == 2):
            return oracle.Position(rules, board, chance.choice((1, -1)))


def positions(oracle, rules, chance):
    """A batch."""
    played = []
    while len(played) < BATCH // 2:
        game = list(from_play(oracle, rules, chance))
        played += chance.sample(game, min(len(game), 10))
    batch = played[: BATCH // 2]
    while len(batch) < BATCH:
        batch.append(placed(oracle, rules, chance))
    return batch


def expected(position):
    """The result and the moves by the oracle."""
    name = position.grid.name
    moves = sorted(
        (name(m.frm), name(m.to), tuple(sorted(map(name, m.victims())))) for m in position.legal()
    )
    return position.result(), moves


def found(answer):
    """The result and the moves by damka."""
    moves = sorted((m["from"], m["to"], tuple(sorted(m["captured"]))) for m in answer["moves"])
    return RESULTS[answer["result"]], moves


def compare(task):
    """Compares a batch; returns the game, the number of positions compared, and a difference or None."""
    damka, oracle_path, game, seed, number, deadline = task
    if time.time() > deadline:
        return game, 0, None
    oracle = sys.modules.get("oracle") or load(oracle_path)
    rules = rules_of(oracle, game)
    # Each batch has its own seed, so that a difference can be found again whatever was compared before.
    batch = positions(oracle, rules, random.Random(f"{seed}/{game}/{number}"))
    fens = [position.fen() for position in batch]
    command = [damka, "moves", "-", "--variant", game, "--draw-rules", "none", "--json"]
    run = subprocess.run(command, input="\n".join(fens) + "\n", capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if run.returncode != 0 or len(answers) != len(batch):
        return game, 0, f"{len(answers)} answers, exit code {run.returncode}\n{run.stdout[:2000]}{run.stderr}"
    for position, fen, answer in zip(batch, fens, answers):
        ours, theirs = found(answer), expected(position)
        if ours != theirs:
            return game, 0, f"{fen}\n  damka:  {ours}\n  oracle: {theirs}"
    return game, len(batch), None


def games_of(damka):
    listed = subprocess.run([damka, "variants", "--json"], capture_output=True, text=True, check=True)
    return [json.loads(line)["name"] for line in listed.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("damka")
    parser.add_argument("oracle")
    parser.add_argument("--seed", default=datetime.date.today().isoformat(), help="default: the date")
    parser.add_argument("--seconds", type=float, default=600, help="the time for all games together")
    parser.add_argument("--count", type=int, default=20_000, help="the most positions for each game")
    parser.add_argument("--games", help="names with commas between them; default: all")
    arguments = parser.parse_args()

    games = arguments.games.split(",") if arguments.games else games_of(arguments.damka)
    print(f"seed {arguments.seed}, at most {arguments.count} positions a game, {arguments.seconds:.0f} s", flush=True)
    began = time.time()
    tasks = [
        (arguments.damka, arguments.oracle, game, arguments.seed, number, began + arguments.seconds)
        for number in range(-(-arguments.count // BATCH))
        for game in games
    ]
    counts = Counter()
    with multiprocessing.Pool(2) as pool:
        for game, count, difference in pool.imap_unordered(compare, tasks):
            if difference:
                pool.terminate()
                sys.exit(f"{game}, seed {arguments.seed}: {difference}")
            counts[game] += count
    for game in games:
        print(f"{game:20} {counts[game]:6} positions, no difference")
    missing = [game for game in games if not counts[game]]
    if missing:
        sys.exit(f"nothing was compared of {', '.join(missing)}: give more time")
    print(f"differential: well, {sum(counts.values())} positions in {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
