/**
 * Header names and the version of what queued commands and stored rows look like.
 *
 * Format history
 * 1  progress.save and course.activate; the first shape of every table. Later kinds (profile.update,
 *    support.request, course.setStatus, course.delete, user.setRole, code.redeem) need no new number: an app that does not know a kind leaves its rows alone.
 */
export const FORMAT_VERSION = 1;

export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_REPLAYED_HEADER = 'Idempotency-Replayed';
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Echo of the Idempotency-Key whose receipt this reply is: the only thing that counts as an ack. */
export const RECEIPT_HEADER = 'Receipt';

/** When a command was made by the device's clock (ISO instant): for the history only, never for an order. */
export const MADE_AT_HEADER = 'Made-At';

/** Said by the app where a cookie counts, whatever it says: other sites cannot send it unasked. */
export const HANDOVER_HEADER = 'Handover';
/** What a home-screen app begins a session with; over https its name begins with `__Host-`. */
export const HANDOVER_COOKIE = 'carrel-handover';

/** Sent with calls below /api/auth: a random id of the device, so that a login ends its older session. */
export const DEVICE_ID_HEADER = 'Device-Id';

/** The key under which the session token lives in localStorage (section 3). */
export const TOKEN_STORAGE_KEY = 'token';
