import { restoreAccess } from '../activation/access-queries.ts';
import { insertActivation, isActivated } from '../activation/activation-queries.ts';
import { findCourseTitle } from '../courses/course-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { enqueueUnlocked } from '../mail/account-mails.ts';
import { findUser } from '../sessions/user-queries.ts';
import { recordCodeRevision } from './code-revisions.ts';

/**
 * Gives a user access to a course without a code, also to an unpublished one. Access that was removed returns with the
 * code that gave it. The user gets the mail that unlocking sends. Changes nothing for a user who has access.
 */
export async function giveAccess(trx: Trx, call: CommandCall<undefined>, deps: Deps) {
  const [userId, courseId] = [call.param('userId'), call.param('courseId')];
  const courseTitle = await findCourseTitle(trx, courseId);
  if (courseTitle === undefined) throw new ApiError('course_not_found');
  const user = await findUser(trx, userId);
  if (user === undefined) throw new ApiError('user_not_found');
  if (await isActivated(trx, userId, courseId)) return { success: true as const };
  const at = call.now.toISOString();
  const isRestored = await restoreAccess(trx, { userId, courseId, at });
  if (!isRestored) await insertActivation(trx, { userId, courseId, at, isGiven: true });
  const after = { access: isRestored ? 'restored' : 'given', user: user.name };
  await recordCodeRevision(trx, call, { id: userId, courseId, courseTitle }, { kind: 'update', after });
  await enqueueUnlocked(trx, deps, { userId, courseId, at });
  return { success: true as const };
}
