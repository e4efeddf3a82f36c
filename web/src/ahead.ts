//! Runs while the shell is on its way, and has the browser fetch what the address asks for. Imports nothing of the shell,
//! which asks for the same again and finds it there.
import catalogs from 'virtual:catalogs';

import { loadBook } from './base/books';
import { pickLanguage, rulesLanguageFor, TEXTS } from './base/languages';
import { PAGES } from './shell/pages';
import { readPath } from './base/routes';
import { fetchRules } from './base/rulesFile';
import { loadStart } from './base/starts';
import { readStored } from './base/storage';

const route = readPath(window.location.pathname);
const { code, rest, rules, showsBook, showsStart } = PAGES[route.kind];
const chosen = readStored('settings', (value) => (value as { language?: unknown } | null)?.language);
const language = pickLanguage(typeof chosen === 'string' ? chosen : '', navigator.languages);
const rulesLanguage = rulesLanguageFor(language);

const wanted: Promise<unknown>[] = [
  ...[TEXTS[language], catalogs[rulesLanguage], code].map((load) => Promise.resolve(load?.())),
  // With low priority they take the line when what is painted first leaves it idle.
  ...(rules === 'not' ? [] : [fetchRules(rules === 'at once' ? 'high' : 'low')]),
  ...(rest ? [code().then(rest)] : []),
  ...(showsBook && 'variant' in route ? [loadBook(route.variant, rulesLanguage)] : []),
  ...(showsStart && 'variant' in route ? [loadStart(route.variant)] : []),
];
// A failure shows when the shell asks.
void Promise.allSettled(wanted);
