import { CallError } from '../api/call.ts';

const UNAUTHORIZED = 401;
const REQUIRED = 'second_factor_required';
/** The password was right, and the second step is missing or was refused. */
const SECOND_STEP = /^(second_factor_(required|invalid)|passkey_invalid)$/;

/** In the shape that the credentials form (ui) takes. */
type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'codeRequired'; readonly problem: string | null; readonly offer: unknown }
  | { readonly kind: 'failed'; readonly sentence: string; readonly isRejected: boolean };

/**
 * Runs a sign-in and returns the next state of the form.
 *
 * @param sentenceOf returns the message for a failure other than a missing or wrong second step
 */
export async function tryLogin(
  login: () => Promise<unknown>,
  sentenceOf: (error: unknown) => string,
): Promise<Outcome> {
  try {
    await login();
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof CallError && SECOND_STEP.test(error.code)) {
      const problem = error.code === REQUIRED ? null : error.message;
      return { kind: 'codeRequired', problem, offer: error.secondFactor };
    }
    const isRejected = error instanceof CallError && error.status === UNAUTHORIZED;
    return { kind: 'failed', sentence: sentenceOf(error), isRejected };
  }
}
