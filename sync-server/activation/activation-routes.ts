import * as v from 'valibot';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ActivateInput } from '#schema/learning/activation.ts';
import { findCourseAccess } from '../courses/course-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { getEpoch } from '../epoch/epoch-queries.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall, CommandOrigin } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { enqueueUnlocked } from '../mail/account-mails.ts';
import type { ActivationProofs } from '../security/activation-proofs.ts';
import { listActivatedCourses } from '../sessions/user-queries.ts';
import { explainRefusal, insertActivation, isActivated, listCodeRows } from './activation-queries.ts';
import { chooseCourse } from './choose-course.ts';
import { findMeantCode } from './find-meant-code.ts';
import { noteFewerCodes } from './low-codes.ts';
import { takeCode, type Unlock } from './take-code.ts';
import { unlockByProof } from './unlock-by-proof.ts';

/** Unlocks a course with a code (docs/spec-map.md, section 7). */
export function activationRoutes(deps: Deps): Route[] {
  return [
    commandRoute(deps, {
      endpoint: endpoints.activateCourse,
      parse: (body) => parseInput(ActivateInput, body),
      run: (trx, call) => activate(trx, call, deps),
      admit: (origin) => deps.limits.consume(countersOf(origin)),
      afterCommit: (origin, reply) => afterCommit(deps, origin, reply),
      complete: async (reply, { origin: { caller, param } }) => ({
        body: await withPresentCourses(deps, reply, { userId: caller.id, courseId: param('courseId') }),
        headers: {},
      }),
    }),
    commandRoute(deps, {
      endpoint: endpoints.redeemCode,
      parse: (body) => parseInput(ActivateInput, body),
      run: (trx, call) => redeem(trx, call, deps),
      admit: (origin) => deps.limits.consume(redeemCounters(origin)),
      afterCommit: (origin, reply) => afterRedeem(deps, origin, reply),
      complete: async (reply, { origin: { caller } }) => ({
        body: await withPresentCourses(deps, reply, { userId: caller.id }),
        headers: {},
      }),
    }),
  ];
}

async function activate(trx: Trx, { caller, input, param, now }: CommandCall<ActivateInput>, deps: Deps) {
  const proofs = deps.activationProofs;
  const courseId = param('courseId');
  const at = now.toISOString();
  if (input.proof !== undefined) {
    const claims = proofs.read(caller.id, input.proof);
    const isUnlockedAgain = await unlockByProof(trx, { userId: caller.id, courseId, claims, at });
    return { activatedCourses: await listActivatedCourses(trx, caller.id), isUnlockedAgain };
  }
  if (!(await isActivated(trx, caller.id, courseId))) {
    const course = await findCourseAccess(trx, courseId, null);
    if (course?.status !== 'published') throw new ApiError('course_not_found');
    const code = await findMeantCode(trx, input.activationCode, courseId);
    const unlock = { userId: caller.id, courseId, code, at };
    await redeemCode(trx, unlock, deps);
    const proof = await proofOf(trx, unlock, proofs);
    return { activatedCourses: await listActivatedCourses(trx, caller.id), proof };
  }
  return { activatedCourses: await listActivatedCourses(trx, caller.id) };
}

/** As {@link activate}, for the course that the code itself identifies. */
async function redeem(trx: Trx, { caller, input, now }: CommandCall<ActivateInput>, deps: Deps) {
  const proofs = deps.activationProofs;
  const code = await findMeantCode(trx, input.activationCode);
  const at = now.toISOString();
  const activated = await listActivatedCourses(trx, caller.id);
  const choice = chooseCourse(await listCodeRows(trx, code, caller.id), { activated, at });
  if (choice.kind === 'refuse') throw new ApiError(choice.code);
  const { courseId, title: courseTitle } = choice.row;
  if (choice.kind === 'take') {
    const unlock = { userId: caller.id, courseId, code, at };
    await redeemCode(trx, unlock, deps);
    const proof = await proofOf(trx, unlock, proofs);
    return { activatedCourses: await listActivatedCourses(trx, caller.id), courseId, courseTitle, proof };
  }
  return { activatedCourses: await listActivatedCourses(trx, caller.id), courseId, courseTitle };
}

/** Throws ApiError if no use of the code is left for the user. */
async function redeemCode(trx: Trx, unlock: Unlock, deps: Deps): Promise<void> {
  const codeId = await takeCode(trx, unlock);
  if (codeId === undefined) throw new ApiError(await explainRefusal(trx, unlock));
  await insertActivation(trx, { ...unlock, codeId });
  await noteFewerCodes(trx, deps, { ...unlock, by: 1 });
  await enqueueUnlocked(trx, deps, unlock);
}

async function proofOf(trx: Trx, unlock: Unlock, proofs: ActivationProofs) {
  const { userId, courseId, code, at } = unlock;
  const epoch = await getEpoch(trx);
  return { text: proofs.issue(userId, { courseId, code, at, epoch }), epoch };
}

/** Guesses are limited per user, and per address and course. */
function countersOf({ caller, address, param }: CommandOrigin): Limited[] {
  return [
    { limit: 'activationByUser', key: caller.id },
    { limit: 'activationByAddress', key: `${address} ${param('courseId')}` },
  ];
}

/** Refunds the attempt of a correct code. The code itself is never logged. */
async function afterCommit(deps: Deps, origin: CommandOrigin, reply: CommandReply): Promise<void> {
  const { caller, address, param } = origin;
  const isUnlocked = reply.status === 200;
  deps.log.info(
    { userId: caller.id, courseId: param('courseId'), address, status: reply.status },
    isUnlocked ? 'course activated' : 'activation refused',
  );
  deps.mails.scheduleDrain();
  if (isUnlocked) await deps.limits.refund(countersOf(origin));
}

/**
 * The same attempts per user as on a course's own page; per address, because a guess here covers every
 * course.
 */
function redeemCounters({ caller, address }: CommandOrigin): Limited[] {
  return [
    { limit: 'activationByUser', key: caller.id },
    { limit: 'activationByAddress', key: `${address} every course` },
  ];
}

/** As `afterCommit`; refunds only the attempt of a correct code. */
async function afterRedeem(deps: Deps, origin: CommandOrigin, reply: CommandReply): Promise<void> {
  const { caller, address } = origin;
  const isUnlocked = reply.status === 200;
  deps.log.info(
    { userId: caller.id, address, status: reply.status },
    isUnlocked ? 'code redeemed' : 'activation refused',
  );
  deps.mails.scheduleDrain();
  if (isUnlocked) await deps.limits.refund(redeemCounters(origin));
}

const FirstReply = v.looseObject({ courseId: v.optional(v.string()), proof: v.optional(v.unknown()) });

/**
 * A repeat returns the user's current courses: access may have been removed since the first reply. Then it returns
 * no proof either.
 */
async function withPresentCourses(
  deps: Deps,
  reply: CommandReply,
  named: { readonly userId: string; readonly courseId?: string },
): Promise<string> {
  if (reply.status !== 200 || !reply.isReplayed) return reply.body;
  const { proof, ...first } = v.parse(FirstReply, JSON.parse(reply.body));
  const activatedCourses = await listActivatedCourses(deps.db, named.userId);
  const hasAccess = activatedCourses.includes(named.courseId ?? first.courseId ?? '');
  return JSON.stringify({ ...first, activatedCourses, ...(hasAccess ? { proof } : {}) });
}
