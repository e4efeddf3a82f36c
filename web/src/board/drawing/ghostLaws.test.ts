import { expect, it } from 'vitest';

import { present, startedCatalog } from '../../game/testing/rules';
import { newGame } from '../../lib/rules';
import { ghostOf } from './ghost';
import { layerOfEnergies } from '../overlays';

const GAMES = 3;
const PLIES = 80;
const LONGEST_MS = 60_000;

/** The keys of rendered lists: a duplicate key would crash the page. */
const keys = {
  lost: (square: string) => square,
  leaving: (square: string) => square,
  arriving: ({ square }: { square: string }) => square,
  paths: ({ from }: { from: string }) => from,
  changes: ({ square }: { square: string }) => square,
  gained: ({ from, to, role }: { from: string; to: string; role: string }) => `${from} ${to} ${role}`,
  ended: ({ from, to, role }: { from: string; to: string; role: string }) => `${from} ${to} ${role}`,
};

for (const { id, overlays } of startedCatalog()) {
  it(`nothing is drawn twice in the ghost of any move: ${id}`, { timeout: LONGEST_MS }, () => {
    let seed = 7;
    for (let round = 0; round < GAMES; round += 1) {
      const game = newGame(id, 'en');
      for (let ply = 0; ply < PLIES; ply += 1) {
        const snapshot = game.snapshot();
        if (snapshot.moves.length === 0) break;
        const overlay = overlays[0]?.id;
        const layer =
          (overlay === undefined ? undefined : game.overlay(overlay)) ?? layerOfEnergies(snapshot);
        for (const move of snapshot.moves) {
          const ghost = ghostOf(snapshot, move, 0, game.preview(move.uci, overlay), layer);
          for (const [name, key] of Object.entries(keys)) {
            const all = (ghost[name as keyof typeof keys] as never[]).map(key);
            expect(new Set(all).size, `${name} of ${move.uci} in ${snapshot.fen}: ${all.join(', ')}`).toBe(
              all.length,
            );
          }
        }
        seed = (seed * 48_271) % 2_147_483_647;
        game.play(present(snapshot.moves[seed % snapshot.moves.length]).uci);
      }
      game.free();
    }
  });
}
