/**
 * Every number of the specification (spec map, section 9) and of the protocol, with its unit in its name. The limit of a
 * field is in its entity (schema/entities). Nothing here depends on the environment; an operator's settings are in
 * sync-server/config.ts.
 */

/** The time of a call that a person waits for, in all. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Calls of the outbox, the pull and downloads end after this time without a byte. */
export const SILENCE_TIMEOUT_MS = 30_000;
/** A body that is being sent cannot be watched: it gets the time that it needs at 8 kbit/s besides. */
export const BODY_BYTES_PER_MS = 1;

export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 256;
/** Fits a recovery code with its dashes, and typed spaces. */
export const SECOND_FACTOR_MAX_CHARACTERS = 64;
export const RECOVERY_CODES = 10;
export const PASSKEYS_PER_USER_MAX = 10;
export const PASSKEY_NAME_MAX_CHARACTERS = 60;
/** Of one value of an authenticator, in base64url. */
export const PASSKEY_FIELD_MAX_CHARACTERS = 16_000;
/** How long an authenticator may take to reply. */
export const PASSKEY_CHALLENGE_LIFETIME_MS = 5 * 60 * 1_000;
export const EMAIL_MAX_CHARACTERS = 254;
export const URL_MAX_CHARACTERS = 2_048;
export const ACTIVATION_CODE_MAX_CHARACTERS = 128;

/** How long a session token is valid; `GET /api/auth/me` renews it within the limits of its session. */
export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;
/** A session without requests for this long has ended. */
export const SESSION_IDLE_DAYS = 30;
/** A session ends this long after the login, whatever its use. */
export const SESSION_ABSOLUTE_DAYS = 90;
/** The last use of a session is written at most this often. */
export const SESSION_SEEN_EVERY_MS = 60 * 60 * 1_000;
/** Beyond this many sessions of one user, a login ends the one unused for longest. */
export const SESSIONS_PER_USER_MAX = 100;
/** Sign-outs that one request may report. */
export const END_TICKETS_MAX = 50;
export const RECEIPT_LIFETIME_DAYS = 90;
/** A receipt without a body: its command may run again, so it only spares the writes of a repeat. */
export const EMPTY_RECEIPT_LIFETIME_DAYS = 3;

export const ACTIVATION_REDIRECT_MS = 3_000;
export const ACTIVATION_RELOAD_MS = 100;
export const RECOMMENDED_COURSES_MAX = 2;

/** Below this width choosing a lesson closes the sidebar (spec map, section 2, learners' screens). */
export const MOBILE_BREAKPOINT_PX = 768;

export const JSON_BODY_MAX_BYTES = 64 * 1024;
/** Bodies with lesson HTML. */
export const LESSON_BODY_MAX_BYTES = 1024 * 1024;
/** A picture in an imported text, before it is made smaller. */
export const LESSON_PICTURE_SOURCE_MAX_BYTES = 20 * 1024 * 1024;
/** An imported course with its texts, uncompressed. Texts beyond it follow as edits. */
export const IMPORT_BODY_MAX_BYTES = 32 * 1024 * 1024;
/** The maximum number of objects and lists in one JSON text; each costs more to parse than to send. */
export const JSON_PARTS_MAX = 20_000;
/** The line with everything but its texts, and the line of one text: each is read in one turn. */
export const IMPORT_LINE_MAX_BYTES = 4 * 1024 * 1024;
/** Bodies with a downscaled picture as a data URL. */
export const PROFILE_BODY_MAX_BYTES = 512 * 1024;
export const SUPPORT_MESSAGE_MAX_CHARACTERS = 10_000;

/** Texts and the logo of a school; the logo is on every page and every device. */
export const SITE_TITLE_MAX_CHARACTERS = 300;
export const SITE_LEAD_MAX_CHARACTERS = 1_000;
export const SITE_PHONE_MAX_CHARACTERS = 40;
export const SITE_ADDRESS_MAX_CHARACTERS = 300;
export const SITE_LOGO_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const SITE_LOGO_LONGEST_SIDE_PX = 256;
export const SITE_LOGO_MAX_CHARACTERS = 48 * 1024;

export const AVATAR_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const AVATAR_LONGEST_SIDE_PX = 400;
export const AVATAR_JPEG_QUALITY = 0.7;
export const THUMBNAIL_MAX_BYTES = 10 * 1024 * 1024;
export const THUMBNAIL_MAX_PIXELS = 40_000_000;
export const THUMBNAIL_WIDTHS_PX = [640, 1280] as const;
/** 45MB as the specification writes it: 45 times 1024 times 1024. Also of a PDF or a video that is a resource. */
export const VIDEO_MAX_BYTES = 45 * 1024 * 1024;
export const CODE_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const CODE_LIST_MAX = 200_000;
/** Codes that one batch draws. */
export const CODE_BATCH_MAX = 5_000;
export const CODE_REASON_MAX_CHARACTERS = 300;
/** The admins see this many of the latest redemptions of a code. */
export const REDEMPTIONS_SHOWN = 100;
/** The editor shows this many of the stored codes, and of those just read from a file. */
export const CODES_SHOWN_STORED = 20;
export const CODES_SHOWN_EXTRACTED = 10;
/** Admins are warned below this number of unused codes, unless a course has another. */
export const LOW_CODES = 10;

export const RESET_CODE_LIFETIME_SECONDS = 900;
export const RESET_CODE_TRIES = 5;
export const RESET_CODE_RESEND_SECONDS = 60;
export const RESET_REDIRECT_MS = 3_000;
export const SUCCESS_MESSAGE_MS = 3_000;
export const VIDEO_URL_MESSAGE_MS = 2_000;
export const PROGRESS_ENTRIES_MAX = 500;
/** The choices of a question, and one of them or of its accepted answers. */
export const QUESTION_CHOICES_MAX = 30;
export const CHOICE_MAX_CHARACTERS = 2_000;
export const ANSWER_MAX_CHARACTERS = 10_000;
/** Answers in one command, and in one attempt: a person does not give so many. */
export const ATTEMPT_ANSWERS_MAX = 200;
export const ATTEMPT_ANSWERS_STORED_MAX = 5_000;
export const POSITION_MAX_SECONDS = 24 * 60 * 60;
/** How far a device's clock may be ahead of the server's before its times are clamped. */
export const CLOCK_SKEW_MAX_MS = 60_000;

/** Signed media URLs are created once per window, so every learner of a course gets the same reply. */
export const MEDIA_URL_WINDOW_MS = 12 * 60 * 60 * 1_000;
/**
 * Captions of a video, as text: a day of speech. In bytes always less than the limit of a body with lesson
 * HTML.
 */
export const CAPTIONS_MAX_CHARACTERS = 300_000;

/** Files up to this size are downloaded together with their course's text. */
export const AUTO_DOWNLOAD_MAX_BYTES = 5 * 1024 * 1024;

/** One round trip of the outbox (docs/protocol.md, Batch). */
export const BATCH_REQUESTS_MAX = 100;
export const BATCH_MAX_BYTES = 1024 * 1024;
/** Reads in a batch beyond this size of text return 429, so no reply grows without bound. */
export const BATCH_READS_MAX_CHARACTERS = 4 * 1024 * 1024;
/**
 * Replies to the commands of a batch beyond this size are postponed: the repeat gets them from their receipts. The
 * first reply is always sent.
 */
export const BATCH_REPLIES_MAX_CHARACTERS = 4 * 1024 * 1024;
/**
 * Writes with an Idempotency-Key that one user may send, because each leaves a row for 90 days. Thirty full
 * batches a minute: three offline queues of a thousand edits. Beyond it 429 with Retry-After.
 */
export const KEYED_WRITES_PER_MINUTE = 3_000;
/** A hundred such queues a day. */
export const KEYED_WRITES_PER_DAY = 100_000;
/**
 * The bodies of a learner's commands, uncompressed: an offline queue of 10,000 saved positions within the minutes
 * that its number takes anyway. Larger than any body.
 */
export const LEARNER_BYTES_PER_MINUTE = 4 * 1024 * 1024;
export const LEARNER_BYTES_PER_DAY = 64 * 1024 * 1024;
/** Of an admin's: the first Save Course of a course with a thousand lessons of 60 kB. */
export const ADMIN_BYTES_PER_MINUTE = 64 * 1024 * 1024;
export const ADMIN_BYTES_PER_DAY = 2 * 1024 * 1024 * 1024;
/** Maximum number of courses in one page of the catalogue. */
export const CATALOGUE_PAGE = 50;
/** A page of the catalogue ends before the course that would make it longer; one course always fits. */
export const CATALOGUE_PAGE_MAX_BYTES = 1024 * 1024;
/** Maximum number of courses, and of users, in one page of the admins' lists. */
export const ADMIN_COURSES_PAGE = 50;
export const ADMIN_USERS_PAGE = 500;
/** Maximum number of people in one page of the report about learners. */
export const REPORT_LEARNERS_PAGE = 500;
export const CODE_BATCHES_PAGE = 200;
export const BATCH_CODES_PAGE = 1_000;
/** A page of courses ends early at this size of HTML; one course always fits. */
export const ADMIN_PAGE_MAX_CHARACTERS = 4 * 1024 * 1024;
/** Maximum number of changes in one page of the pull. */
export const PULL_LIMIT = 500;
/** A page of the pull ends early at this size of HTML; one lesson always fits. */
export const PULL_MAX_CHARACTERS = 4 * 1024 * 1024;
/** The least size of a page that a device can ask for: 8 seconds at 64 kbit/s, before compression. */
export const PULL_MIN_CHARACTERS = 64 * 1024;
/** How long a deleted course can be restored, and an unused file stays. Shorter than the life of a tombstone. */
export const TRASH_DAYS = 30;
/** How long the server stores tombstones; an older cursor has to pull from the start. */
export const TOMBSTONE_LIFETIME_DAYS = 90;
/** After a command has been unsent for this long while online, the chip shows it and the replay restarts. */
export const UNSENT_ALARM_MS = 60_000;

/** A message of a shop: plug-ins of WooCommerce add hundreds of kilobytes of their own to an order. */
export const SHOP_BODY_MAX_BYTES = 1024 * 1024;
/** Names, secrets and references of shops. */
export const SHOP_TEXT_MAX_CHARACTERS = 200;
/** Of one line of an order. */
export const SHOP_QUANTITY_MAX = 100;
/** How long an order of an ignored product is stored: so long the admin can correct a mistake. */
export const IGNORED_ORDER_DAYS = 90;
/** Orders that wait for an admin, in one page: so few leave the shops below them within reach. */
export const WAITING_ORDERS_PAGE = 25;
/** Codes in one call of `POST /api/codes`. */
export const API_CODES_MAX = 100;
