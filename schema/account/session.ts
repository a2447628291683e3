import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { END_TICKETS_MAX } from '../limits.ts';

/** A session as its user sees it in the list of devices. */
export const DeviceSession = v.object({
  id: Id,
  /** Derived from the User-Agent: “Chrome on Android”. */
  deviceName: v.string(),
  createdAt: Instant,
  /** At most an hour behind. */
  lastSeenAt: Instant,
  /** The session of this request. */
  isCurrent: v.boolean(),
});
export type DeviceSession = v.InferOutput<typeof DeviceSession>;

/** The session of this request first, then the most recently used. */
export const SessionsReply = v.object({ sessions: v.array(DeviceSession) });

/** Number of sessions ended by a call. */
export const EndedReply = v.object({ success: v.literal(true), ended: v.number() });

/**
 * A ticket whose only use is to end one session. The server sends it with the token; the device stores it, so
 * an offline sign-out can be reported later, when the token is long gone.
 */
export const EndTicket = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,128}$/));

export const SignOutInput = v.object({
  tickets: v.pipe(v.array(EndTicket), v.minLength(1), v.maxLength(END_TICKETS_MAX)),
});
export type SignOutInput = v.InferOutput<typeof SignOutInput>;

/** A random id that a device generated for itself. */
export const DeviceId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/));
