//! The rules, through WebAssembly. The only module that imports their package.
import start, * as rules from '../pkg/rules/rules.js';

export type * from '../pkg/rules/rules.js';

/** Fetches and starts the rules. Everything else here may be called once this has settled. */
export async function loadRules(): Promise<void> {
  await start();
}

/** The languages in which the rules speak. */
export const languages = (): string[] => rules.languages();

/** Every variant. */
export const catalog = (language: string): rules.Variant[] => rules.catalog(language);

/** The rule book of a variant. */
export const rulesOf = (variant: string, language: string): rules.Rule[] => rules.rules(variant, language);

/** What had to be decided about a variant. */
export const rulingsOf = (variant: string, language: string): rules.Ruling[] =>
  rules.rulings(variant, language);

/** A game from the start of a variant, or from a FEN. Throws one clear sentence if the FEN is bad. */
export const newGame = (variant: string, language: string, fen?: string): rules.Game =>
  new rules.Game(variant, fen, language);
