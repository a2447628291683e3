/**
 * What pages and worker say to each other. Both sides live in one origin but not always in one version:
 * a type is never given another meaning, and an unknown one is ignored.
 */

/** Page to waiting worker: the person agreed to the update (workbox-window sends the same word). */
export const SKIP_WAITING = 'SKIP_WAITING';
/** Page to worker: how many windows of Carrel are open? Answered with a number on the port that came along. */
export const COUNT_WINDOWS = 'COUNT_WINDOWS';
/** Page to active worker: I am here and nobody answers for me. */
export const CLAIM_PAGES = 'CLAIM_PAGES';
/** Page to worker: an admin is here; keep these `paths` of the admins' screens. */
export const WARM_ADMIN = 'WARM_ADMIN';
/** Worker to pages: the browser says that a network is there, replay the outbox. */
export const REPLAY_OUTBOX = 'REPLAY_OUTBOX';

/** The tag of the Background Sync registration that asks for {@link REPLAY_OUTBOX}. */
export const OUTBOX_SYNC_TAG = 'carrel-outbox';

/** The type of a message, or null where the data is nobody's message of ours. */
export function messageType(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  return typeof data.type === 'string' ? data.type : null;
}
