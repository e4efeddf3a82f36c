//! The profiles that the names of players lead to.
import { profilePath } from '../base/routes';
import type { Player } from '../live/http';

/** Returns the address of the profile of a player; undefined for guests, who have none. */
export const profileOf = ({ guest, person, name }: Player): string | undefined =>
  guest === undefined && person !== undefined ? profilePath(name) : undefined;
