import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { SUPPORT_MESSAGE_MAX_CHARACTERS } from '../limits.ts';
import { isVisible } from '../visible-text.ts';
import { Email } from './email.ts';
import { Name } from './user.ts';

export const SupportSubject = v.picklist(['access', 'technical', 'billing', 'content', 'other']);
export type SupportSubject = v.InferOutput<typeof SupportSubject>;

/** A request to support. With an `id` made by the device, a repeat is the same request. */
export const SupportInput = v.object({
  id: v.optional(Id),
  name: Name,
  email: Email,
  subject: SupportSubject,
  orderNumber: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  message: v.pipe(v.string(), v.trim(), v.check(isVisible), v.maxLength(SUPPORT_MESSAGE_MAX_CHARACTERS)),
});
export type SupportInput = v.InferOutput<typeof SupportInput>;

/** A request as admins see it. */
export const SupportRequest = v.object({
  id: Id,
  /** The account that sent it; null without signing in, and from servers before this field. */
  userId: v.optional(v.nullable(Id), null),
  name: v.string(),
  email: v.string(),
  subject: SupportSubject,
  orderNumber: v.nullable(v.string()),
  message: v.string(),
  createdAt: Instant,
  /** When an admin marked it as done; null while it is open. Servers before this field send none. */
  doneAt: v.optional(v.nullable(Instant), null),
});
export type SupportRequest = v.InferOutput<typeof SupportRequest>;

export const SupportRequestsReply = v.object({ requests: v.array(SupportRequest) });

/** `done`: whether nothing is left to do. */
export const SupportDoneInput = v.object({ done: v.boolean() });
export type SupportDoneInput = v.InferOutput<typeof SupportDoneInput>;
