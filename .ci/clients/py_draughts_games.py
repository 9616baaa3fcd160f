"""Plays whole games through the Hub client of py-draughts, which checks every move by its own rules.

The client is used as it is: it loses sight of lines that reach it together, so it also checks their pace.

Usage: py_draughts_games.py PATH-OF-DAMKA      (needs the package py-draughts; never install it beside pydraughts)
"""

import random
import sys
import time

from draughts import Color, HubEngine, StandardBoard
from loguru import logger

MOST_PLIES = 400


def play(engine, side, chance):
    """A game of the engine against random moves, by turns with a time and with a depth."""
    engine.new_game()
    board = StandardBoard()
    plies = 0
    while not board.game_over and plies < MOST_PLIES:
        if board.turn == side:
            engine.depth_limit = 5 if plies % 4 < 2 else None
            move, score = engine.get_best_move(board, with_evaluation=True)
            assert str(move) in {str(legal) for legal in board.legal_moves}, (board.fen, move)
            assert -100 < score < 100
        else:
            move = chance.choice(list(board.legal_moves))
        board.push(move)
        plies += 1
    assert board.game_over, "the game does not end"
    lost = "0-1" if side == Color.WHITE else "1-0"
    assert board.result != lost, "lost against random moves"
    print(f"standard: {plies} plies, {board.result}, engine {side}")


def main():
    path = sys.argv[1]
    logger.remove()
    chance = random.Random(1)
    for side in (Color.WHITE, Color.BLACK):
        began = time.time()
        with HubEngine(path, time_limit=0.05) as engine:
            assert time.time() - began < 5
            assert engine.info.name == "damka" and " " in engine.info.author, engine.info
            assert "brazilian" in engine.params["variant"].values, engine.params
            assert engine.ping()
            play(engine, side, chance)
            process = engine.process
        assert process.returncode == 0, process.returncode
    print("py-draughts: well")


main()
