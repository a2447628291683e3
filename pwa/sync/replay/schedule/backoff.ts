const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 5 * 60_000;
/** A network that blocks a call does so for long: only the second attempt, in another form, follows soon. */
const BLOCKED_STEPS = 2;
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** The longest delay; a later time can only come from a clock that was set back since. */
export const LONGEST_WAIT_MS = LONGEST_RETRY_AFTER_MS + LONGEST_DELAY_MS;

/**
 * Returns the delay before the next attempt: triples from one second to five minutes, with up to 50 % jitter,
 * so devices do not return together, and is never shorter than the server's `Retry-After`.
 *
 * @param attempts how often it was sent, 1 or more; see `attemptsOf` for calls that the network blocks
 * @param random from 0 to below 1
 */
export function backoffMs(attempts: number, random: number, retryAfterMs: number | null = null): number {
  const tripled = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 3 ** Math.min(attempts - 1, 30));
  const shaken = tripled * (0.5 + random / 2);
  const requestedMs = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  // Jitter is only added to a `Retry-After`, never subtracted.
  return Math.round(Math.max(shaken, requestedMs === 0 ? 0 : requestedMs + random * FIRST_DELAY_MS));
}

/** The attempts that count for the delay of a call which the network blocks: 1, 4, 5 and so on. */
export function attemptsOf(attempts: number, isBlocked: boolean): number {
  return isBlocked && attempts > 1 ? attempts + BLOCKED_STEPS : attempts;
}
