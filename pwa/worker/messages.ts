/**
 * Messages between pages and worker. Both sides have one origin but not always one version: a type is never
 * given another meaning, and an unknown one is ignored.
 */

/** Page to waiting worker: the user accepted the update (workbox-window sends the same message). */
export const SKIP_WAITING = 'SKIP_WAITING';
/** Page to worker: request the number of open Carrel windows, returned on the port of the message. */
export const COUNT_WINDOWS = 'COUNT_WINDOWS';
/** Page to active worker: this page has no controller; claim it. */
export const CLAIM_PAGES = 'CLAIM_PAGES';
/** Page to worker: an admin is signed in; cache these `paths` of the admins' screens. */
export const WARM_ADMIN = 'WARM_ADMIN';
/** Page to worker: request the paths of the app's files that are not on this device, returned on the port. */
export const LIST_MISSING = 'LIST_MISSING';
/** Worker to pages: the browser reports a network, replay the outbox. */
export const REPLAY_OUTBOX = 'REPLAY_OUTBOX';

/** The tag of the Background Sync registration that sends {@link REPLAY_OUTBOX}. */
export const OUTBOX_SYNC_TAG = 'carrel-outbox';

/** Returns the type of a message, or null if it is not one of ours. */
export function messageType(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  return typeof data.type === 'string' ? data.type : null;
}
