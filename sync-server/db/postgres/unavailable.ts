/**
 * Conditions of PostgreSQL that pass by themselves: classes 08 (connection; 08P01 is what pgbouncer reports), 53
 * (resources) and 57P (shutdown), deadlocks, failed serialisations, a write to a server that became a replica, and what
 * ends by the operator's `statement_timeout` or `lock_timeout`.
 */
const PASSING = /^(?:08[\dP]\d\d|53[23]00|57P0[1-5]|40001|40P01|25006|57014|55P03)$/;
const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
]);
/** Errors of node-postgres without a code. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/**
 * Whether an error means that PostgreSQL cannot be used at the moment. What was not acknowledged may be repeated: a
 * commit whose reply was lost has its receipt.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return PASSING.test(code) || NETWORK.has(code) || LOST.test(error.message);
}

/** The text has a character that PostgreSQL does not store: U+0000. */
export const hasUnstorableText = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05');
