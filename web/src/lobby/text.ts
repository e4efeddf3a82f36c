//! Descriptions of seeks.
import { variantOf, families } from '../base/catalog.svelte';
import { sentence } from '../base/errors';
import { language, t } from '../base/messages.svelte';
import type { Terms } from '../live/http';
import { isMember } from '../live/session.svelte';
import { termsName } from '../live/terms';
import { kindOf, type NewSeek, type Seek } from './http';

/** Returns the ids of the variants of a seek, the preferred one first. */
export const variantsOf = ({ games }: Pick<Seek, 'games'>): string[] => [
  ...new Set(games.map(({ variant }) => variant)),
];

/** Returns the terms of a seek, the preferred ones first. */
export const termsOf = ({ games }: Pick<Seek, 'games'>): Terms[] => games.map(({ terms }) => terms);

/** Names the variants of a seek. */
export function variantsText(ids: readonly string[]): string {
  const isAll = families().length > 1 && families().every(({ main }) => ids.includes(main.id));
  const options = isAll ? ids.filter((id) => families().every(({ main }) => main.id !== id)) : ids;
  const names = options.map((id) => variantOf(id)?.name ?? id);
  return inList([...(isAll ? [t('lobby.anyVariant')] : []), ...names]);
}

/** Names the time controls of a seek, each once. */
export const timesText = (terms: readonly Terms[]): string => inList([...new Set(terms.map(termsName))]);

/** Names the kinds of games of a seek: rated, casual, or both. */
export function ratedText(terms: readonly Terms[]): string {
  const isRated = terms.some(({ rated }) => rated);
  if (isRated && terms.some(({ rated }) => !rated)) return t('lobby.rated.either.fact');
  return t(isRated ? 'friend.rated' : 'lobby.casual');
}

/** Describes what a seek offers, in one line. */
export const seekText = ({ variants, terms, near = false }: NewSeek): string =>
  [variantsText(variants), timesText(terms), ratedText(terms), ...(near ? [t('lobby.near.fact')] : [])].join(
    ' · ',
  );

/** Returns a new seek with the choices of a listed one. */
export const wishOf = (seek: Pick<Seek, 'games' | 'near'>): NewSeek => ({
  variants: variantsOf(seek),
  terms: termsOf(seek),
  ...(seek.near && { near: true }),
});

const inList = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'disjunction' }).format(names);

/** Returns a sentence about a refused seek, with the next step for the visitor. */
export function refusalText(error: unknown): string {
  switch (kindOf(error)) {
    case 'quota-reached':
      return t(isMember() ? 'lobby.refused.quota' : 'lobby.refused.guest');
    case 'no-account':
      return t('lobby.refused.account');
    case 'taken':
      return t('lobby.refused.taken');
    default:
      return sentence(error);
  }
}
