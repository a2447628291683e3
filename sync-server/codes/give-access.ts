import { restoreAccess } from '../activation/access-queries.ts';
import { insertActivation, isActivated } from '../activation/activation-queries.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { findUser } from '../sessions/user-queries.ts';
import { recordCodeRevision } from './code-revisions.ts';

/**
 * Gives a user access to a course without a code, also to an unpublished one. Access that was removed returns with the
 * code that gave it. Changes nothing for a user who has access.
 */
export async function giveAccess(trx: Trx, call: CommandCall<undefined>) {
  const [userId, courseId] = [call.param('userId'), call.param('courseId')];
  const courseTitle = await findTitle(trx, courseId);
  if (courseTitle === undefined) throw new ApiError('course_not_found');
  const user = await findUser(trx, userId);
  if (user === undefined) throw new ApiError('user_not_found');
  if (await isActivated(trx, userId, courseId)) return { success: true as const };
  const at = call.now.toISOString();
  const isRestored = await restoreAccess(trx, { userId, courseId, at });
  if (!isRestored) await insertActivation(trx, { userId, courseId, at, isGiven: true });
  const after = { access: isRestored ? 'restored' : 'given', user: user.name };
  await recordCodeRevision(trx, call, { id: userId, courseId, courseTitle }, { kind: 'update', after });
  return { success: true as const };
}

async function findTitle(db: Db, courseId: string): Promise<string | undefined> {
  const row = await db.selectFrom(liveCourses).select('title').where('id', '=', courseId).executeTakeFirst();
  return row?.title;
}
