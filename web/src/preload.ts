//! Prefetches the resources that the address needs while the shell is loading. Imports nothing of the shell, which
//! requests the same resources again and finds them cached.
import catalogs from 'virtual:catalogs';

import { loadBook } from './base/books';
import { pickLanguage, rulesLanguageFor, TEXTS } from './base/languages';
import { PAGES } from './shell/pages';
import { readPath } from './base/routes';
import { fetchRules } from './base/rulesFile';
import { loadStart } from './base/starts';
import { readStored } from './base/storage';

const route = readPath(window.location.pathname);
const { code, deferred, rules, showsBook, showsStart } = PAGES[route.kind];
const chosen = readStored('settings', (value) => (value as { language?: unknown } | null)?.language);
const language = pickLanguage(typeof chosen === 'string' ? chosen : '', navigator.languages);
const rulesLanguage = rulesLanguageFor(language);

const wanted: Promise<unknown>[] = [
  ...[TEXTS[language], catalogs[rulesLanguage], code].map((load) => Promise.resolve(load?.())),
  // At low priority they use the bandwidth that the first paint leaves idle.
  ...(rules === 'not' ? [] : [fetchRules(rules === 'at once' ? 'high' : 'low')]),
  ...(deferred ? [code().then(deferred)] : []),
  ...(showsBook && 'variant' in route ? [loadBook(route.variant, rulesLanguage)] : []),
  ...(showsStart && 'variant' in route ? [loadStart(route.variant)] : []),
];
// A failure is reported when the shell makes the request.
void Promise.allSettled(wanted);
