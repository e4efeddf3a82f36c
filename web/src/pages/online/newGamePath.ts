//! The address of the form for another game like a finished one.
import { areaPath, friendPath, HOUSE_PATH, LOBBY_PATH } from '../../base/routes';
import type { LiveGame } from '../../live/game.svelte';
import { isLobbyGame } from '../../lobby/ownSeeks.svelte';

/** Returns the address of the form from which a game began. Spectators are sent to a game against the computer. */
export function newGamePath({
  shared,
  side,
  variant,
}: Pick<LiveGame, 'shared' | 'side' | 'variant'>): string {
  const { white, black } = shared.seats;
  if (side === undefined) return areaPath('play', variant.id);
  if (white.house !== undefined || black.house !== undefined) return HOUSE_PATH;
  return isLobbyGame(shared.game) ? LOBBY_PATH : friendPath(variant.id);
}
