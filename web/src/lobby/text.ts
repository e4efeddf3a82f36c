//! Descriptions of seeks.
import { variantOf, families } from '../base/catalog.svelte';
import { sentence } from '../base/errors';
import { language, plural, t } from '../base/messages.svelte';
import { reasonSentence, waitInWords } from '../base/problems';
import { problemKind } from '../lib/api/failure';
import type { Terms } from '../live/http';
import { isMember } from '../live/session.svelte';
import { listedTerms, termsName } from '../live/terms';
import { ratingSpoken, ratingText } from '../ratings/text';
import { type NewSeek, type Seek, type SeekGame } from './http';

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
export const newSeekOf = (seek: Pick<Seek, 'games' | 'near'>): NewSeek => ({
  variants: variantsOf(seek),
  terms: termsOf(seek),
  ...(seek.near && { near: true }),
});

const inList = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'disjunction' }).format(names);

/** Names a game of a seek, among others of the same seek. */
export const gameText = ({ variant, terms }: SeekGame): string =>
  `${variantOf(variant)?.name ?? variant} · ${listedTerms(terms)}`;

/** Returns the ratings of a seek's maker in its variants, for the eye and for screen readers; undefined without any. */
export function ratingsText({ games }: Pick<Seek, 'games'>): { shown: string; spoken: string } | undefined {
  const rated = new Map(games.flatMap(({ variant, rating }) => (rating ? [[variant, rating] as const] : [])));
  if (rated.size === 0) return undefined;
  const isOne = new Set(games.map(({ variant }) => variant)).size === 1;
  const textOf = (text: typeof ratingText): string => {
    const each = [...rated].map(([variant, { rating, provisional = false }]) => {
      const points = text({ rating, provisional });
      return isOne ? points : `${variantOf(variant)?.name ?? variant} ${points}`;
    });
    return t('lobby.rating', { rating: each.join(', ') });
  };
  return { shown: textOf(ratingText), spoken: textOf(ratingSpoken) };
}

/** Returns the reason why the visitor cannot take a seek, in a few words; undefined if they can. */
export function obstacleText({ fits, yours, obstacle, remaining = 1, seeker }: Seek): string | undefined {
  if (fits === true || yours === true) return undefined;
  switch (obstacle) {
    case 'no-session':
      return undefined;
    case 'no-account':
      return t('lobby.obstacle.account');
    case 'recently-aborted': {
      // Only members can challenge each other by name.
      const isBetweenMembers = isMember() && seeker.guest === undefined;
      return t(isBetweenMembers ? 'lobby.obstacle.aborted.challenge' : 'lobby.obstacle.aborted', {
        time: waitInWords(remaining),
      });
    }
    case 'other-strength':
      return t('lobby.obstacle.strength');
    case 'in-rated-game':
      return t('lobby.obstacle.playing');
    case 'opponent-in-rated-game':
      return t('lobby.obstacle.opponentPlaying');
    case 'wait':
      return t('lobby.obstacle.wait', { time: waitInWords(remaining) });
    default:
      // The server may be newer than this copy of the app.
      return t('problem.notNow');
  }
}

/** Returns the same sentence as the refusal to a visitor who tries to take a seek that does not fit. */
export function obstacleSentence({ obstacle, remaining }: Seek): string {
  if (obstacle === 'no-account') return t('lobby.refused.account');
  return obstacle === undefined || obstacle === 'no-session'
    ? t('problem.notNow')
    : (reasonSentence(obstacle, remaining) ?? t('problem.notNow'));
}

/** Returns true if the visitor can take a seek. Without a session, the visitor becomes a guest first. */
export const isTakeable = ({ fits, obstacle }: Seek): boolean => fits === true || obstacle === 'no-session';

/** Returns a sentence with the number of seeks that the visitor can take. */
export const fittingText = (count: number): string =>
  count === 0 ? t('lobby.fitting.none') : plural('lobby.fitting', count);

/** Returns the games of a seek that the visitor can choose from. */
export const takeableGames = ({ games, fits }: Seek): SeekGame[] =>
  games.filter((game) => (fits === true ? game.fits === true : game.terms.rated !== true));

/** Returns a sentence about a refused seek, with the next step for the visitor. */
export function refusalText(error: unknown): string {
  switch (problemKind(error)) {
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
