//! Sounds and tab titles that alert a player to demands of a game. For use in components.
import { onDestroy } from 'svelte';

import { onChange } from '../../base/onChange.svelte';
import { play } from '../../base/sound';
import { setTitleAlert } from '../../shell/title';
import type { Demand } from './demands';

/** Plays a sound for each new demand, and keeps the first one in the tab title while it lasts. */
export function alertFor(demands: () => readonly Demand[]): void {
  const keys = $derived(
    demands()
      .map(({ key }) => key)
      .join('\n'),
  );
  let known: readonly string[] = [];
  onChange(
    () => keys,
    () => {
      const current = demands();
      if (current.some(({ key }) => !known.includes(key))) play('alert');
      known = current.map(({ key }) => key);
      setTitleAlert(current[0]?.tab, 'demand');
      return undefined;
    },
  );
  onDestroy(() => setTitleAlert(undefined, 'demand'));
}

/** The time for which the tab title shows an alert that needs no answer. */
const ONCE_MS = 8000;
let ending: ReturnType<typeof setTimeout> | undefined;

/** Calls the player to something that needs no answer. A hidden tab shows it in its title until it is viewed. */
export function alertOnce(text: string): void {
  play('alert');
  setTitleAlert(text, 'gift');
  const end = (): void => {
    clearTimeout(ending);
    ending = setTimeout(() => {
      if (document.hidden) document.addEventListener('visibilitychange', end, { once: true });
      else setTitleAlert(undefined, 'gift');
    }, ONCE_MS);
  };
  end();
}
