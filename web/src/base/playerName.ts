//! Names of players in the visitor's language.
import { t } from './messages.svelte';

/** Returns the name of a player; that of the house is translated. */
export const playerName = ({ name, house }: { readonly name: string; readonly house?: number }): string =>
  house === undefined ? name : t('house.name', { level: house });
