import * as v from 'valibot';
import { EndTicket } from '#schema/account/session.ts';
import { type SessionReply, User } from '#schema/account/user.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import type { ApiResponse } from '../api/api-response.ts';
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
export function readSessionReply(response: ApiResponse, rules: ReplyRules): SessionReply {
  const isSuccess = response.status >= 200 && response.status < 300;
  if (!isSuccess) throw new CallError(response, rules);
  const data = v.safeParse(v.record(v.string(), v.unknown()), response.body);
  if (!data.success) throw new UserFacingError(messages.noData);
  const { token } = data.output;
  if (typeof token !== 'string' || token === '') throw new UserFacingError(messages.noToken);
  const user = v.safeParse(User, data.output.user);
  if (!user.success) throw new UserFacingError(messages.noUser);
  if (rules.mustBeAdmin && user.output.role !== 'admin') throw new UserFacingError(messages.notAdmin);
  const endTicket = v.safeParse(EndTicket, data.output.endTicket);
  return { token, user: user.output, ...(endTicket.success ? { endTicket: endTicket.output } : {}) };
}
