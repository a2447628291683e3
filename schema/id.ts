import * as v from 'valibot';

/** Ids are opaque words: UUIDv7 where we make them, but seeds and imports may bring short names. */
export const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** The value of an `Idempotency-Key` header. */
export const IdempotencyKey = v.pipe(v.string(), v.uuid());

/** An instant as an ISO 8601 string in UTC, such as `2026-11-21T08:00:00.000Z`. */
export const Instant = v.pipe(v.string(), v.isoTimestamp(), v.maxLength(40));
