import * as v from 'valibot';
import type { ApiResponse } from '#pwa/api/api-response.ts';
import { writeSite } from '#pwa/device/site.ts';
import { readConfirmedUser, writeKnownUser } from '#pwa/store/database/known-user.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import { noteReturnedCourse, putUnlockProof } from '#pwa/store/offline/unlock-proofs.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { ActivateReply, RedeemReply } from '#schema/learning/activation.ts';
import { SiteReply } from '#schema/site/site-input.ts';

/* Effects of an ack on the user's own courses. */

/** Whether its ack gives the user access to a course. */
export function isUnlocking({ kind }: Command): boolean {
  return kind === 'course.activate' || kind === 'code.redeem';
}

export function unlockCourses(userId: string, command: Command, response: ApiResponse): void {
  const user = readConfirmedUser();
  if (!isUnlocking(command) || user?.id !== userId) return;
  const { activatedCourses } = v.parse(ActivateReply, response.output);
  // A replayed receipt dates from the day it was written: it may add courses, but never removes later ones.
  const known = response.isReplayed ? user.activatedCourses : [];
  writeKnownUser({ ...user, activatedCourses: [...new Set([...known, ...activatedCourses])] });
}

/** Stores the proof of a new activation, or that a proof unlocked the course again; over the state. */
export async function storeUnlocked(tx: Tx, command: Command, response: ApiResponse): Promise<void> {
  const course = courseOf(command, response);
  const reply = v.safeParse(ActivateReply, response.output);
  if (course === null || !reply.success) return;
  const { proof, isUnlockedAgain } = reply.output;
  if (proof !== undefined) await putUnlockProof(tx, { ...course, ...proof });
  if (isUnlockedAgain === true) {
    await noteReturnedCourse(tx, { courseId: course.courseId, title: course.courseTitle });
  }
}

function courseOf(command: Command, { output }: ApiResponse) {
  if (command.kind === 'course.activate') {
    const { courseId, courseTitle } = command.args;
    return { courseId, courseTitle };
  }
  const reply = v.safeParse(RedeemReply, output);
  if (command.kind !== 'code.redeem' || !reply.success) return null;
  const { courseId, courseTitle } = reply.output;
  return { courseId, courseTitle };
}

/** The reply has the settings of now, also that of a repeat. */
export function storeSite(response: ApiResponse): void {
  const reply = v.safeParse(SiteReply, response.output);
  if (reply.success) writeSite(reply.output.site);
}
