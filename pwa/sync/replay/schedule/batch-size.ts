import { BATCH_REQUESTS_MAX } from '#schema/limits.ts';

/**
 * The most commands in one batch. In a file of its own because simulation runs replace it by a smaller
 * number.
 */
export const BATCH_ROWS: number = BATCH_REQUESTS_MAX;
