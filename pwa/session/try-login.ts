import { CallError } from '../api/call.ts';

const UNAUTHORIZED = 401;

/** In the shape that the credentials form (ui) takes. */
type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'codeRequired'; readonly problem: string | null }
  | { readonly kind: 'failed'; readonly sentence: string; readonly isRejected: boolean };

/**
 * Runs a sign-in and returns the next state of the form.
 *
 * @param sentenceOf returns the message for a failure other than a missing or wrong code
 */
export async function tryLogin(
  login: () => Promise<unknown>,
  sentenceOf: (error: unknown) => string,
): Promise<Outcome> {
  try {
    await login();
    return { kind: 'done' };
  } catch (error) {
    const code = error instanceof CallError ? error.code : null;
    if (code === 'second_factor_required') return { kind: 'codeRequired', problem: null };
    if (error instanceof CallError && code === 'second_factor_invalid')
      return { kind: 'codeRequired', problem: error.message };
    const isRejected = error instanceof CallError && error.status === UNAUTHORIZED;
    return { kind: 'failed', sentence: sentenceOf(error), isRejected };
  }
}
