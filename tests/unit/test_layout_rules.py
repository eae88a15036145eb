"""Rules of turned pictures are mended; dashes of the print beside are not made rules by that."""

from __future__ import annotations

import numpy as np
import pytest

from engine.layout.rules import rules_across

TEXT_PX = 16.0


def line_with_dashes(dashes: tuple[tuple[int, int], ...]) -> np.ndarray:
    """Letters of a line, twelve rows high, and flat strokes at half their height behind them."""
    mask = np.zeros((80, 480), np.bool_)
    for left in range(40, 264, 8):
        mask[20:32, left : left + 6] = True
    for left, right in dashes:
        mask[24:28, left:right] = True
    return mask


@pytest.mark.parametrize("dashes", [((276, 288), (292, 304)), ((280, 306),), ((270, 280), (286, 296))])
def test_dashes_at_the_end_of_a_turned_line_are_no_rule(dashes: tuple[tuple[int, int], ...]) -> None:
    mask = line_with_dashes(dashes)
    assert not (rules_across(mask, None, TEXT_PX, mended=True) & mask).any()


def test_a_faint_rule_that_turning_broke_is_whole_again() -> None:
    mask = line_with_dashes(())
    for left in range(20, 460, 60):
        mask[56:59, left : left + 44] = True
    found = rules_across(mask, None, TEXT_PX, mended=True)
    assert found[57, 20:460].all()
    assert not (found & mask)[20:32].any()
