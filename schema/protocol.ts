/**
 * Header names and the version of the format of queued commands and stored rows.
 *
 * Format history
 * 1 progress.save and course.activate; the first shape of every table. Later kinds (profile.update,
 *    support.request, course.setStatus, course.delete, user.setRole, code.redeem) need no new number: an app
 *    that does not know a kind leaves its rows unchanged.
 */
export const FORMAT_VERSION = 1;

export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_REPLAYED_HEADER = 'Idempotency-Replayed';
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Echo of the Idempotency-Key whose receipt this reply is: the only valid ack. */
export const RECEIPT_HEADER = 'Receipt';

/**
 * With an ack: the server's position in its history, signed and opaque. The device shows the last one with its next
 * calls; one that the database does not have proves that it was restored.
 */
export const HISTORY_POSITION_HEADER = 'History-Position';

/**
 * With an ack: the number of the last change of the database after it. A device that has pulled up to this number has
 * pulled the effect of the command.
 */
export const SEQUENCE_HEADER = 'Sequence';

/** RFC 7240: the reply to an edit need not contain what the client has. */
export const PREFER_HEADER = 'Prefer';
export const PREFER_MINIMAL = 'return=minimal';
export const PREFERENCE_APPLIED_HEADER = 'Preference-Applied';

/**
 * Creation time of a command by the device's clock (ISO instant): for the history only, never for ordering.
 */
export const MADE_AT_HEADER = 'Made-At';

/**
 * Sent with a command that an earlier epoch acknowledged: that epoch or `unknown`, and the `AfterRestore` of the
 * command, as `<epoch>; onlyByDecision`. Without a receipt, the server decides by it whether to run the command.
 */
export const OFFERED_AGAIN_HEADER = 'Offered-Again';
/** The epoch of an acknowledgement before the first pull. */
export const UNKNOWN_EPOCH = 'unknown';

/**
 * Sent by the app with calls authenticated by a cookie, with any value: other sites cannot send it without
 * permission.
 */
export const HANDOVER_HEADER = 'Handover';
/** Starts the session of a home-screen app; over https its name has the prefix `__Host-`. */
export const HANDOVER_COOKIE = 'carrel-handover';

/** Sent with calls below /api/auth: a random id of the device, so a login ends its older session, and has its own limits. */
export const DEVICE_ID_HEADER = 'Device-Id';

/** The localStorage key of the session token (spec map, section 3). */
export const TOKEN_STORAGE_KEY = 'token';
