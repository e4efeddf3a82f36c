//! The names of members. Guests may use more characters.

/** The pattern of the names that the server accepts, if they are free. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{1,19}$/;

/** Returns true if a member may have the name. */
export const isMemberName = (name: string): boolean => NAME.test(name);

/** The reason why a name is not allowed. */
export type NameFault = { kind: 'character'; character: string } | { kind: 'length' | 'start' };

/** Returns the reason why a name is not allowed. A name without a fault may still be reserved. */
export function nameFault(name: string): NameFault | undefined {
  const character = /[^A-Za-z0-9_-]/u.exec(name)?.[0];
  if (character !== undefined) return { kind: 'character', character };
  if (/^[_-]/.test(name)) return { kind: 'start' };
  return isMemberName(name) ? undefined : { kind: 'length' };
}

/** Returns a suggestion for the name of a guest's account; empty if it would differ from the guest's name. */
export const suggestedName = (guest: string | undefined): string =>
  guest !== undefined && isMemberName(guest) ? guest : '';
