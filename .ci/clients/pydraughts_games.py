"""Plays whole games through the Hub client of pydraughts, which checks every move by its own rules.

Usage: pydraughts_games.py PATH-OF-DAMKA      (needs the package pydraughts; never install it beside py-draughts)
"""

import itertools
import random
import sys
import threading
import time

from draughts import BLACK, WHITE, Board
from draughts.engine import HubEngine, Limit

MOST_PLIES = 400
LIMITS = (
    Limit(movetime=0.05),
    Limit(depth=6),
    Limit(nodes=5000),
    Limit(time=2.0, inc=0.05),
    Limit(time=0.2, inc=0.5),  # sent as a negative time
    Limit(time=0.00001),
)


def start(path, **params):
    """An engine after its handshake."""
    engine = HubEngine([path, "hub"])
    assert engine.id["name"] == "damka" and engine.id["version"], engine.id
    assert {"variant", "threads", "tt-size", "ponder"} <= engine.options, engine.options
    assert {"normal", "international", "brazilian"} <= engine.variants, engine.variants
    engine.configure({"tt-size": 16, **params})
    engine.init()
    engine.ping()
    return engine


def end(engine):
    """Quits; the process must end by itself."""
    engine.quit()
    engine.p.communicate(timeout=5)
    assert engine.p.returncode == 0, engine.p.returncode


def is_legal(board, move):
    return move.hub_move in {legal.hub_move for legal in board.legal_moves()}


def play(engine, side, chance):
    """A game of the engine against random moves.

    On the 10x10 board only: on 8x8 this client numbers the squares of positions and those of moves from opposite
    sides.
    """
    board = Board()
    limits = itertools.cycle(LIMITS)
    while not board.is_over() and len(board.move_stack) < MOST_PLIES:
        if board.turn == side:
            result = engine.play(board, next(limits), False)
            move = result.move
            assert is_legal(board, move), (board.fen, move.hub_move)
            assert "cp" in result.info["score"] or "win" in result.info["score"], result.info
            assert result.info["depth"] >= 1 and result.info["pv"], result.info
        else:
            move = chance.choice(board.legal_moves())
        board.push(move)
    winner = board.winner()
    assert board.is_over(), "the game does not end"
    assert winner in (side, 0), "lost against random moves"
    print(f"standard: {len(board.move_stack)} plies, winner {winner}, engine {side}")


def in_thread(engine, board, limit, ponder):
    """Starts a search; returns a function that waits for its result."""
    results = []
    thread = threading.Thread(
        target=lambda: results.append(engine.play(board, limit, ponder)), daemon=True
    )
    thread.start()

    def result():
        thread.join(10)
        assert results, "no result in time"
        return results[0]

    result.is_running = thread.is_alive
    return result


def ponder_and_stop(engine):
    """A ponder hit, a miss, and a search that is stopped."""
    board = Board()
    found = engine.play(board, Limit(movetime=0.1), False)
    board.push(found.move)
    expected = board.copy()
    expected.push(found.ponder)

    for order in (engine.ponderhit, engine.stop):
        pending = in_thread(engine, expected, Limit(movetime=0.2), True)
        time.sleep(0.5)
        assert pending.is_running(), "a ponder search must wait"
        began = time.time()
        order()
        assert is_legal(expected, pending().move)
        assert time.time() - began < 2

    pending = in_thread(engine, board, Limit(depth=90), False)
    time.sleep(0.3)
    began = time.time()
    engine.stop()
    assert is_legal(board, pending().move)
    assert time.time() - began < 1
    engine.stop()  # nothing to stop
    engine.ping()


def analyse(engine):
    """What this client has no method for: lines by hand."""
    board = Board()
    engine.send("new-game")
    for _ in range(3):
        engine.send("pos pos=" + board._game.get_fen())
        engine.send("level infinite")
        engine.send("go analyze")
        time.sleep(0.2)
        engine.send("stop")
        lines = []
        while not lines or not lines[-1].startswith("done"):
            lines.append(engine.recv())
        assert any(line.startswith("info ") for line in lines), lines
        assert lines[-1].startswith("done move="), lines


def main():
    path = sys.argv[1]
    chance = random.Random(1)
    engine = start(path)
    for side in (WHITE, BLACK):
        play(engine, side, chance)
    ponder_and_stop(engine)
    analyse(engine)
    end(engine)

    engine = start(path, threads=2, variant="international")
    play(engine, WHITE, chance)
    end(engine)

    engine = start(path)
    engine.send("go analyze")
    time.sleep(0.2)
    end(engine)
    print("pydraughts: well")


main()
