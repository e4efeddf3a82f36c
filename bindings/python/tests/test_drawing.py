"""Boards as text and as SVG, with overlays."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from walks import IDS, walk

import faraday

OVERLAYS = [(variant.id, name) for variant in faraday.variants() for name in variant.overlays]


def test_a_board_is_a_row_for_each_rank() -> None:
    assert str(faraday.Position()).splitlines()[0] == "r n b q k b n r"
    assert str(faraday.Position("future")).splitlines()[0].count("   ") == 2
    lying = faraday.Position("collision", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 d4:3")
    assert lying.amounts() == {"d4": 3} and str(lying).endswith("d4 3")
    assert ">3</text>" in lying.svg()


@pytest.mark.parametrize("variant", IDS)
def test_every_board_of_a_walk_is_drawn(variant: str) -> None:
    (entry,) = (entry for entry in faraday.variants() if entry.id == variant)
    for position, move in walk(variant, 4, 30):
        for svg in [position._repr_svg_(), position.svg(move=move, orientation="black")]:
            root = ElementTree.fromstring(svg)
            drawn = [node for node in root if node.tag.endswith("use")]
            assert len(drawn) == len(position.pieces())
            squares = [node for node in root if node.tag.endswith("rect")]
            assert len(squares) == entry.files * entry.ranks * entry.levels


@pytest.mark.parametrize(("variant", "name"), OVERLAYS)
def test_overlays_are_data_and_can_be_drawn(variant: str, name: str) -> None:
    said = 0
    for position, move in walk(variant, 5, 40):
        for square in [None, move.from_square]:
            overlay = position.overlay(name, square)
            said += len(overlay.values) + len(overlay.lent) + len(overlay.lines) + len(overlay.entries)
            ElementTree.fromstring(position.svg(overlay=name, square=square))
    assert said > 0


def test_charges_have_signs_and_parts() -> None:
    charges = faraday.Position("forcefield").overlay("charges")
    assert charges.meaning == "signed" and charges.values["e3"] > 0 > charges.values["e6"]
    selected = faraday.Position("forcefield").overlay("charges", "e3")
    assert sum(part.amount for part in selected.parts if part.to_square == "e3") == charges.values["e3"]
