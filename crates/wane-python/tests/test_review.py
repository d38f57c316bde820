from __future__ import annotations

import pytest
import wane


def test_a_review_has_the_loss_of_every_move() -> None:
    game = wane.Game(size=6)
    black, white = wane.Player(20, depth=6, hash_mb=1), wane.Player("random", seed=5)
    while not game.board.is_over:
        board = game.board
        game.play(black(board) if board.side == wane.BLACK else white(board))
    review = wane.review(game)
    played = [move for move in game.moves if move != "pass"]
    assert [move.played for move in review.moves] == played
    assert [move.number for move in review.moves] == list(range(1, len(played) + 1))
    assert all(move.loss >= 0 for move in review.moves)
    assert review.black.percent > review.white.percent
    assert review.black.average_loss < review.white.average_loss
    assert review.black.moves + review.white.moves == len(played)
    worst = sorted((move.loss for move in review.moves), reverse=True)[:3]
    assert [move.loss for move in review.worst] == worst
    exact = [move for move in review.moves if move.certainty == "exact"]
    assert exact and exact[-1].number == len(played)


def test_perfect_play_loses_nothing() -> None:
    board = wane.Board(4)
    for move in wane.solve(board).moves:
        board.play(move)
    review = wane.review(wane.Game(board))
    assert {move.severity for move in review.moves} == {"good"}
    assert review.black.percent == review.white.percent == 100
    assert review.turning_point is None and review.worst == []


def test_a_game_without_moves_has_an_empty_review() -> None:
    review = wane.review(wane.Game())
    assert review.moves == [] and review.black.moves == 0


def test_the_weights_must_be_for_the_objective() -> None:
    with pytest.raises(ValueError, match="the weights are for the most discs"):
        wane.review(wane.Game.parse("f5d6"), wane.Weights.shipped("most"))
