import { BATCH_REQUESTS_MAX } from '#schema/limits.ts';

/** How many commands travel together at most; in a file of its own, because simulated lives make do with less. */
export const BATCH_ROWS: number = BATCH_REQUESTS_MAX;
