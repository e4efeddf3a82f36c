//! The server's rule about new accounts. It is requested only by pages that show it.
import { http, type SignUpMode } from './http';

let mode: SignUpMode | undefined = $state();

/** Returns the rule; undefined before it is loaded. */
export const signUpMode = (): SignUpMode | undefined => mode;

/** Loads the rule, unless it is known. */
export async function loadSignUpMode(): Promise<void> {
  mode ??= await http.signUpMode();
}
