import * as v from 'valibot';
import { messages } from '#schema/messages.ts';
import { SpokenError } from '#schema/spoken-error.ts';
import { User } from '#schema/user.ts';
import type { Answer } from '../api/answer.ts';
import { CallError } from '../api/call.ts';

interface ReplyRules {
  /** The sentence per status where the server gave none of its own. */
  readonly defaults: Readonly<Record<number, string>> & { readonly other: string };
  readonly mustBeAdmin?: boolean;
}

/**
 * Token and user of a login or registration (sections 5 and 8).
 *
 * @throws {CallError} when the server refused or did not answer
 * @throws {Error} 'No data in response', 'No token in response data', 'No user in response data',
 * 'User is not an admin'
 */
export function readSessionReply(answer: Answer, rules: ReplyRules): { token: string; user: User } {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (!isSuccess) throw new CallError(answer, rules.defaults[answer.status] ?? rules.defaults.other);
  const data = v.safeParse(v.record(v.string(), v.unknown()), answer.body);
  if (!data.success) throw new SpokenError(messages.noData);
  const { token } = data.output;
  if (typeof token !== 'string' || token === '') throw new SpokenError(messages.noToken);
  const user = v.safeParse(User, data.output.user);
  if (!user.success) throw new SpokenError(messages.noUser);
  if (rules.mustBeAdmin && user.output.role !== 'admin') throw new SpokenError(messages.notAdmin);
  return { token, user: user.output };
}
