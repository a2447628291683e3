import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { DeviceSession } from './session.ts';
import { SupportRequest } from './support.ts';
import { Role } from './user.ts';

/** How a course was unlocked. `given`: by an admin, without a code. */
const Unlocking = v.fallback(v.picklist(['code', 'shop', 'given', 'unknown']), 'unknown');
export type Unlocking = v.InferOutput<typeof Unlocking>;

/** A course that a person has unlocked, with their progress. */
export const PersonCourse = v.object({
  courseId: Id,
  courseTitle: v.string(),
  unlocking: Unlocking,
  activatedAt: Instant,
  /** When an admin removed the access, and why; null while they have it. */
  revokedAt: v.nullable(Instant),
  reason: v.string(),
  lessons: v.number(),
  completed: v.number(),
  /** When progress in the course last changed; null before they started. */
  lastActiveAt: v.nullable(Instant),
});
export type PersonCourse = v.InferOutput<typeof PersonCourse>;

/** A code that a person has used. `undoneAt`: the access that it gave was removed. */
export const UsedCode = v.object({
  codeId: Id,
  code: v.string(),
  courseId: Id,
  courseTitle: v.string(),
  batchId: v.string(),
  /** Empty for a list that was uploaded. */
  batchName: v.string(),
  at: Instant,
  undoneAt: v.nullable(Instant),
});
export type UsedCode = v.InferOutput<typeof UsedCode>;

/** What an admin sees of one person. */
export const Person = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: Role,
  avatar: v.nullable(v.string()),
  createdAt: Instant,
  /** In the order in which they were unlocked. */
  courses: v.array(PersonCourse),
  /** Newest first. */
  codes: v.array(UsedCode),
  /** Most recently used first. */
  devices: v.array(v.omit(DeviceSession, ['isCurrent'])),
  /** The newest {@link PERSON_REQUESTS_SHOWN} of their account, and of their email without an account. */
  requests: v.array(SupportRequest),
});
export type Person = v.InferOutput<typeof Person>;

export const PersonReply = v.object({ person: Person });

/**
 * `isSent`: false if a code had been mailed to them within the last minute, which works. `hasCode`: false where the server
 * has no public address for a link, and the mail says where the user requests a code.
 */
export const SendResetReply = v.object({
  success: v.literal(true),
  isSent: v.boolean(),
  hasCode: v.boolean(),
});
export type SentReset = Pick<v.InferOutput<typeof SendResetReply>, 'isSent' | 'hasCode'>;

export const PERSON_REQUESTS_SHOWN = 50;
