import { ActivateInput } from '#schema/activation.ts';
import { endpoints } from '#schema/endpoints.ts';
import { listActivatedCourses } from '../auth/user-queries.ts';
import { findCourseAccess } from '../courses/course-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/api-error.ts';
import { type CommandCall, type CommandOrigin, commandRoute, type Route } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Limited } from '../http/rate-limits.ts';
import type { CommandReply } from '../http/run-command.ts';
import { explainRefusal, insertActivation, isActivated, takeCode } from './activation-queries.ts';

/** Unlocking a course with a code (decisions, activation). */
export function activationRoutes(deps: Deps): Route[] {
  return [
    commandRoute(deps, {
      endpoint: endpoints.activateCourse,
      parse: (body) => parseInput(ActivateInput, body),
      run: activate,
      admit: (origin) => deps.limits.consume(countersOf(origin)),
      settle: (origin, reply) => settle(deps, origin, reply),
    }),
  ];
}

async function activate(trx: Trx, { caller, input, param, now }: CommandCall<ActivateInput>) {
  const courseId = param('courseId');
  const unlock = { userId: caller.id, courseId, code: input.activationCode, at: now.toISOString() };
  if (!(await isActivated(trx, caller.id, courseId))) {
    const course = await findCourseAccess(trx, courseId, null);
    if (course?.status !== 'published') throw new ApiError('course_not_found');
    if (!(await takeCode(trx, unlock))) throw new ApiError(await explainRefusal(trx, unlock));
    await insertActivation(trx, unlock);
  }
  return { activatedCourses: await listActivatedCourses(trx, caller.id) };
}

/** Guessing is limited per person, and per address and course. */
function countersOf({ caller, address, param }: CommandOrigin): Limited[] {
  return [
    { limit: 'activationByUser', key: caller.id },
    { limit: 'activationByAddress', key: `${address} ${param('courseId')}` },
  ];
}

/** A right code was no guess. The code itself is never logged. */
async function settle(deps: Deps, origin: CommandOrigin, reply: CommandReply): Promise<void> {
  const { caller, address, param } = origin;
  const isUnlocked = reply.status === 200;
  deps.log.info(
    { userId: caller.id, courseId: param('courseId'), address, status: reply.status },
    isUnlocked ? 'course activated' : 'activation refused',
  );
  if (isUnlocked) await deps.limits.forgive(countersOf(origin));
}
