/**
 * Every number of the specification (section 9) and of the contract, with its unit in its name.
 * Nothing here depends on the environment; what an operator may change lives in sync-server/config.ts.
 */

export const REQUEST_TIMEOUT_MS = 30_000;

export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 256;
export const NAME_MAX_CHARACTERS = 200;
export const EMAIL_MAX_CHARACTERS = 254;
export const URL_MAX_CHARACTERS = 2_048;
export const ACTIVATION_CODE_MAX_CHARACTERS = 128;

export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;
export const RECEIPT_LIFETIME_DAYS = 90;

export const ACTIVATION_REDIRECT_MS = 3_000;
export const ACTIVATION_RELOAD_MS = 100;
export const RECOMMENDED_COURSES_MAX = 2;

/** Below this width a chosen lesson closes the sidebar (section 2, learner view). */
export const MOBILE_BREAKPOINT_PX = 768;

export const JSON_BODY_MAX_BYTES = 64 * 1024;
export const PROGRESS_ENTRIES_MAX = 500;
export const POSITION_MAX_SECONDS = 24 * 60 * 60;
/** How far a device's clock may run ahead of the server's before its times are clamped. */
export const CLOCK_SKEW_MAX_MS = 60_000;

/** Signed media addresses are made once per window, so that every learner of a course gets the same reply. */
export const MEDIA_URL_WINDOW_MS = 12 * 60 * 60 * 1_000;
/** Files up to this size are kept on the device together with their course's text. */
export const KEPT_FILE_MAX_BYTES = 5 * 1024 * 1024;
