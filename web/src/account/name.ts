//! The names of members. Guests may use more characters.

/** The pattern of the names that the server accepts, if they are free. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{1,19}$/;

/** Returns true if a member may have the name. */
export const isMemberName = (name: string): boolean => NAME.test(name);

/** Returns a suggestion for the name of a guest's account; empty if it would differ from the guest's name. */
export const suggestedName = (guest: string | undefined): string =>
  guest !== undefined && isMemberName(guest) ? guest : '';
