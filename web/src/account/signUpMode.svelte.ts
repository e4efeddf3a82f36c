//! The server's rules about accounts: new ones, and lost passwords. They are requested only by pages that show them.
import { http, type SignUpRule } from './http';

let rule: SignUpRule | undefined = $state.raw();

/** Returns the rule about new accounts; undefined before it is loaded. */
export const signUpMode = (): SignUpRule['mode'] | undefined => rule?.mode;

/** Returns true if the server sends links by email that set a new password; undefined before that is loaded. */
export const sendsMail = (): boolean | undefined => rule?.mail;

/** Loads the rules, unless they are known. */
export async function loadSignUpMode(): Promise<void> {
  rule ??= await http.signUpRule();
}
