from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
import wane
from wane.envs import VectorEnv


@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_batch_plays_the_games_of_single_boards(size: int) -> None:
    count = 50
    batch, boards = wane.BoardBatch(count, size), [wane.Board(size) for _ in range(count)]
    squares = np.zeros((count, size, size), dtype=np.int8)
    masks = np.zeros((count, size * size + 1), dtype=np.bool_)
    while not batch.is_over().all():
        batch.write_boards(squares)
        batch.write_masks(masks)
        for index, board in enumerate(boards):
            assert batch.sides()[index] == board.side
            assert (squares[index] == board.to_array() * board.side).all()
            assert np.flatnonzero(masks[index]).tolist() == board.legal_actions()
            assert batch.legal_bits()[index] == board.legal_bits()
            own, opp = (board.black, board.white)[:: -board.side]
            assert (batch.own()[index], batch.opp()[index]) == (own, opp)
        actions = batch.random_actions(seed=5)
        for board, action in zip(boards, actions):
            if not board.is_over:
                board.play(action)
            else:
                assert action == -1
        batch.step(actions)
    assert batch.black_scores().tolist() == [board.final_score() for board in boards]
    assert batch.black_scores("most").tolist() == [-board.final_score() for board in boards]


def test_boards_are_taken_by_index() -> None:
    batch = wane.BoardBatch(3)
    batch.step([19, 26, 37])
    taken = batch.take([2, 0, 2])
    assert taken.own().tolist() == batch.own()[[2, 0, 2]].tolist()
    taken.step(taken.random_actions(seed=1))
    assert batch.sides().tolist() == [wane.WHITE] * 3
    for wrong in ([3], [-1]):
        with pytest.raises(ValueError, match="the batch has 3"):
            batch.take(wrong)


def test_random_actions_are_the_same_for_a_seed_and_all_moves_come() -> None:
    first, second = wane.BoardBatch(1000), wane.BoardBatch(1000)
    actions = first.random_actions(seed=1)
    assert (actions == second.random_actions(seed=1)).all()
    assert (actions != first.random_actions(seed=1)).any()
    assert set(actions.tolist()) == set(wane.Board().legal_actions())


def test_wrong_actions_and_arrays_are_refused() -> None:
    batch = wane.BoardBatch(3)
    with pytest.raises(MemoryError, match="no memory for"):
        wane.BoardBatch(1 << 58)
    wrong: list[tuple[Any, str]] = [
        ([19, 19], "there are 3 boards, and 2 actions"),
        ([19, 0, 19], "action 0 is illegal on board 1"),
        ([19, 64, 19], "action 64 is illegal on board 1"),
        ([-1, 0, 0], "action -1 is illegal on board 0"),
        ("abc", "actions are an array of whole numbers"),
    ]
    for actions, words in wrong:
        with pytest.raises(ValueError, match=words):
            wane.BoardBatch(3).step(actions)
    with pytest.raises(ValueError, match="the array is 3 x 8 x 7, and must be 3 x 8 x 8"):
        batch.write_boards(np.zeros((3, 8, 7), dtype=np.int8))
    for out in (np.zeros((3, 8, 16), dtype=np.int8)[:, :, ::2], np.zeros((3, 8, 8), np.int8, order="F")):
        with pytest.raises(ValueError, match="must be contiguous, row by row"):
            batch.write_boards(out)
    with pytest.raises(TypeError):
        batch.write_boards(np.zeros((3, 8, 8)))  # type: ignore[arg-type]


def test_games_of_a_vector_end_with_rewards_and_begin_again() -> None:
    env = VectorEnv(64, size=4)
    env.reset()
    ended = 0
    boards = [wane.Board(4) for _ in range(64)]
    for _ in range(60):
        actions = env.sample(seed=9)
        step = env.step(actions)
        for index, board in enumerate(boards):
            if board.is_over:
                boards[index] = wane.Board(4)
                assert step.rewards[index] == 0 and not step.done[index]
                continue
            mover = board.side
            board.play(actions[index])
            assert step.done[index] == board.is_over
            expected = np.sign(board.final_score(mover)) if board.is_over else 0
            assert step.rewards[index] == expected
            ended += board.is_over
        for index, board in enumerate(boards):
            assert (step.boards[index] == board.to_array() * board.side).all()
    assert ended > 64


def test_arrays_of_a_vector_are_shared() -> None:
    env = VectorEnv(4)
    shared = np.from_dlpack(env.boards)
    before = shared.copy()
    env.step(env.sample(seed=1))
    assert (shared != before).any() and (shared == env.boards).all()


def test_gymnasium_s_own_check_passes() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from wane.envs.single import AgainstPlayer

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for opponent in ("random", "seed-001", 3):
            check_env(AgainstPlayer(opponent, seconds=0.01), skip_render_check=True)


def test_a_learner_s_game_is_a_game() -> None:
    pytest.importorskip("gymnasium")
    from wane.envs.single import AgainstPlayer

    rng = random.Random(3)
    env = AgainstPlayer("greedy", size=6)
    sides = set()
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        sides.add(env.learner)
        done = False
        while not done:
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            assert legal == env.board.legal_actions() and env.board.side == env.learner
            assert (observation["board"] == env.board.to_array() * env.learner).all()
            observation, reward, done, _, _ = env.step(rng.choice(legal))
        assert reward == np.sign(env.board.final_score(env.learner))
    assert sides == {wane.BLACK, wane.WHITE}
    env.reset(seed=1)
    _, reward, done, _, info = env.step(0)
    assert (reward, done, info) == (-1.0, True, {"illegal": 0})


def test_pettingzoo_s_own_tests_pass() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test
    from wane.envs import zoo

    with warnings.catch_warnings():
        # It warns of every observation that has a mask, since that is a dictionary.
        warnings.simplefilter("ignore")
        api_test(zoo.env(), num_cycles=500)
    seed_test(zoo.env, num_cycles=10)


def test_agents_get_their_rewards_at_the_end() -> None:
    pytest.importorskip("pettingzoo")
    from wane.envs import zoo

    rng = random.Random(4)
    env = zoo.env(size=6)
    for _ in range(20):
        env.reset()
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            env.step(None if terminated or truncated else rng.choice(legal))
        black = np.sign(env.board.final_score())
        assert total == {"black_0": black, "white_0": -black}


def test_openspiel_s_own_simulation_passes() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import wane.envs.spiel  # noqa: F401

    for size in (4, 6, 8):
        game = pyspiel.load_game("wane_reversed_reversi", {"size": size})
        pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_a_thousand_games_are_those_of_openspiel_s_misere_othello() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("misere(game=othello())")
    rng = random.Random(5)
    for _ in range(1000):
        state, board = game.new_initial_state(), wane.Board()
        while not state.is_terminal():
            actions = board.legal_actions()
            assert state.legal_actions() == actions
            assert state.current_player() == (board.side == wane.WHITE)
            action = rng.choice(actions)
            state.apply_action(action)
            board.play(action)
        assert board.is_over
        assert state.returns()[0] == np.sign(board.final_score())
