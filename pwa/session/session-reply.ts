import * as v from 'valibot';
import { messages } from '#schema/messages.ts';
import { EndTicket } from '#schema/session.ts';
import { SpokenError } from '#schema/spoken-error.ts';
import { type SessionReply, User } from '#schema/user.ts';
import type { Answer } from '../api/answer.ts';
import { CallError } from '../api/call.ts';

interface ReplyRules {
  /** The catalogue's messages for refusals without one from the server. */
  readonly refusals: Readonly<Record<number, string>>;
  readonly defaultMessage: string;
  readonly mustBeAdmin?: boolean;
}

/**
 * Returns the token and user of a login or registration (spec map, sections 5 and 8).
 *
 * @throws {CallError} if the server refused or did not respond
 * @throws {Error} 'No data in response', 'No token in response data', 'No user in response data', 'User is
 * not an admin'
 */
export function readSessionReply(answer: Answer, rules: ReplyRules): SessionReply {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (!isSuccess) throw new CallError(answer, rules);
  const data = v.safeParse(v.record(v.string(), v.unknown()), answer.body);
  if (!data.success) throw new SpokenError(messages.noData);
  const { token } = data.output;
  if (typeof token !== 'string' || token === '') throw new SpokenError(messages.noToken);
  const user = v.safeParse(User, data.output.user);
  if (!user.success) throw new SpokenError(messages.noUser);
  if (rules.mustBeAdmin && user.output.role !== 'admin') throw new SpokenError(messages.notAdmin);
  const endTicket = v.safeParse(EndTicket, data.output.endTicket);
  return { token, user: user.output, ...(endTicket.success ? { endTicket: endTicket.output } : {}) };
}
