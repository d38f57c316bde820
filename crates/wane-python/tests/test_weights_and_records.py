from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
import wane


def test_weights_come_back_byte_by_byte(tmp_path: Path) -> None:
    weights = wane.Weights.shipped()
    first, second = tmp_path / "first.weights", tmp_path / "second.weights"
    weights.save(first)
    read = wane.Weights.load(first)
    assert (read.objective, read.manifest) == ("fewest", weights.manifest)
    read.replace(read.array).save(second)
    assert first.read_bytes() == second.read_bytes()


def test_changed_weights_change_the_evaluation() -> None:
    weights = wane.Weights.shipped()
    array = weights.array
    array[:] = 0
    zero = weights.replace(array)
    assert wane.evaluate(wane.Board(), zero) == 0 != wane.evaluate(wane.Board())
    report = wane.Engine(hash_mb=1, weights=zero).analyse(wane.Board(), depth=3)
    assert report is not None and report.value == 0
    # A copy was changed.
    assert weights.array.any()


@pytest.mark.skipif("WANE" not in os.environ, reason="WANE is the program that loads them")
def test_the_program_plays_with_changed_weights(tmp_path: Path) -> None:
    weights, path = wane.Weights.shipped(), tmp_path / "half.weights"
    weights.replace(weights.array // 2).save(path)
    players = [f"10,weights={path},name=half", "10,name=whole"]
    command = [os.environ["WANE"], "match", *players, "--games", "2", "--time", "10ms/move", "--json"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert '"half"' in run.stdout


def test_symmetric_configurations_must_share_a_weight() -> None:
    weights, representatives = wane.Weights.shipped(), wane.Weights.representatives()
    array = weights.array
    index = int(np.flatnonzero(representatives != np.arange(len(representatives)))[0])
    array[:, index] += 1
    with pytest.raises(ValueError, match=r"array\[:, Weights.representatives\(\)\]"):
        weights.replace(array)
    assert (weights.replace(array[:, representatives]).array == weights.array).all()
    with pytest.raises(ValueError, match="the array is 3x3"):
        weights.replace(np.zeros((3, 3), dtype=np.int16))


def test_wrong_files_of_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.weights"
    with pytest.raises(FileNotFoundError):
        wane.Weights.load(path)
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="wrong.weights: this is no file of weights"):
        wane.Weights.load(path)
    with pytest.raises(OSError):
        wane.Weights.shipped().save(tmp_path / "none" / "file")


def records() -> wane.types.Records:
    board = wane.Board()
    rows = [(board.black, board.white, value, 2, 4, 19, 1, 7) for value in range(-5, 5)]
    return np.array(rows, dtype=wane.RECORD)


def test_records_read_back(tmp_path: Path) -> None:
    path = tmp_path / "games.records"
    wane.write_records(path, records())
    assert path.stat().st_size == 24 * 10
    read = wane.read_records(path)
    assert (read == records()).all() and read["value"].tolist() == list(range(-5, 5))


def test_wrong_records_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.records"
    wrong = records()
    wrong["best"][3] = 0
    with pytest.raises(ValueError, match="record 3: square number 0 is not a legal move"):
        wane.write_records(path, wrong)
    assert not path.exists()
    with pytest.raises(ValueError, match="wane.RECORD"):
        wane.write_records(path, np.zeros(3))  # type: ignore[arg-type]
    path.write_bytes(records().tobytes()[:-1])
    with pytest.raises(ValueError, match="239 bytes are no whole number"):
        wane.read_records(path)
