//! The code of every page, and what else it takes to show it. No more than addresses: they are read before the shell is
//! there.
import type { Route } from './routes';

interface Page {
  readonly code: () => Promise<{ default: unknown }>;
  /** Whether it calls the rules; the others need no more than what is packed. */
  readonly callsRules: boolean;
  /** Whether it shows the rule book of its variant. */
  readonly showsBook?: true;
}

export const PAGES: Readonly<Record<Route['kind'], Page>> = {
  home: { code: () => import('../pages/home/Home.svelte'), callsRules: false },
  about: { code: () => import('../pages/about/About.svelte'), callsRules: false },
  play: { code: () => import('../pages/play/Play.svelte'), callsRules: true },
  analyse: { code: () => import('../pages/analyse/Analyse.svelte'), callsRules: true },
  lessons: { code: () => import('../pages/learn/LearnIndex.svelte'), callsRules: false },
  learn: { code: () => import('../pages/learn/Learn.svelte'), callsRules: false, showsBook: true },
  lesson: { code: () => import('../pages/learn/Lesson.svelte'), callsRules: true },
  unknown: { code: () => import('../pages/NotFound.svelte'), callsRules: false },
};
