#!/usr/bin/env python3
"""Creates the initial corpus of every fuzz target from the test vectors. Usage: fuzz/seed.py, then make fuzz."""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent
VARIANTS = ROOT.parent / "crates" / "variants" / "src"
# In the order of crates/variants/src/list.rs: the first byte of an input selects a variant.
IDS = [
    "chess",
    "forcefield",
    "magnetic",
    "collision",
    "collision+scatter",
    "collision+decay",
    "collision+scatter+decay",
    "emulation",
    "future",
]
GAMES = 8


def write(target: str, name: str, data: bytes) -> None:
    folder = ROOT / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def seed(index: int, variant: str) -> None:
    folder = VARIANTS / variant.split("+")[0] / "vectors" / variant
    pick = bytes([index])
    for position in json.loads((folder / "perft.json").read_text())["positions"]:
        write("fen", f"{variant}-{position['name']}", pick + position["fen"].encode())
    for number, line in enumerate((folder / "games.jsonl").read_text().splitlines()[:GAMES]):
        game = json.loads(line)
        plies = game["plies"][:60]
        ucis, sans = ([ply[key] for ply in plies] for key in ("uci", "san"))
        write("uci", f"{variant}-{number}", pick + " ".join(ucis).encode())
        write("san", f"{variant}-{number}", pick + "\n".join(sans).encode())
        header = f'[Variant "{variant}"]\n[SetUp "1"]\n[FEN "{game["start_fen"]}"]\n\n1. '
        write("pgn", f"{variant}-{number}", (header + " ".join(sans) + " *\n").encode())
        playout = bytes((number * 7 + ply * 31) % 256 for ply in range(160))
        write("playout", f"{variant}-{number}", pick + playout)


if __name__ == "__main__":
    for index, variant in enumerate(IDS):
        seed(index, variant)
