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
  name: v.string(),
  email: v.string(),
  subject: SupportSubject,
  orderNumber: v.nullable(v.string()),
  message: v.string(),
  createdAt: Instant,
});
export type SupportRequest = v.InferOutput<typeof SupportRequest>;

export const SupportRequestsReply = v.object({ requests: v.array(SupportRequest) });
