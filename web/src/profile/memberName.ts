//! The profiles that the names of players lead to.
import { profilePath } from '../base/routes';
import type { Player } from '../live/http';

/** Returns the address of the profile of a player; undefined for guests and the house, who have none. */
export const profileOf = ({ guest, person, house, name }: Player): string | undefined =>
  guest === undefined && person !== undefined && house === undefined ? profilePath(name) : undefined;
