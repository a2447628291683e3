import { listEffective, listUnsent, type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import { adminOutlineTables } from '#pwa/store/admin/admin-courses.ts';
import { write } from '#pwa/store/database/access.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { ReadTx, Tx } from '#pwa/store/database/private-store.ts';
import type { User } from '#schema/account/user.ts';
import type { Command, CommandKind } from '#schema/commands/all-commands.ts';
import type { CourseDeleteArgs, CourseStatusArgs } from '#schema/commands/course-commands.ts';
import type { RoleArgs } from '#schema/commands/set-role.ts';
import { isComplete } from '#schema/courses/completeness.ts';
import type { CourseStatus } from '#schema/courses/course.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { shownCommands } from '../commands/overlay.ts';
import type { CourseRef } from '../commands/row-refs.ts';
import { readServerCourse, readShownCourse } from '../commands/shown-course.ts';
import { appendCommand, changeOutbox, changeOutboxHere } from '../outbox/outbox.ts';
import { isOpen } from '../outbox/outbox-rows.ts';
import { requestReplay } from '../outbox/signal.ts';
import { coalesceUpdate } from './editor-coalesce.ts';
import { changeEditorQueue } from './editor-queue.ts';

/**
 * How long a confirmed deletion is held on the device before it is sent. Once sent, learners lose the course until it is
 * restored from the trash.
 */
export const DELETE_HOLD_MS = 10_000;

/**
 * Queues a change of status and replaces an unsent one. Nothing is sent if the course has the status without it.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export function enqueueCourseStatus(
  authorId: string,
  course: CourseRef,
  status: CourseStatus,
): Promise<void> {
  return queueStatus(authorId, course, { status, isFinish: false });
}

/**
 * "Mark as Finished": saves the status `unpublished`. Validated against the local course including unsent
 * commands; the caller may refresh it first.
 *
 * @throws {Error} 'Cannot mark as finished. Course needs modules with lessons.', or that it is published
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export function enqueueCourseFinish(authorId: string, course: CourseRef): Promise<void> {
  return queueStatus(authorId, course, { status: 'unpublished', isFinish: true });
}

async function queueStatus(
  authorId: string,
  course: CourseRef,
  { status, isFinish }: Pick<CourseStatusArgs, 'status' | 'isFinish'>,
): Promise<void> {
  await changeOutbox(authorId, (store) =>
    write(store, [...adminOutlineTables(store), store.outbox, store.state], async (tx) => {
      const stored = await readServerCourse(tx, course.id);
      if (isFinish) await requireFinishable(tx, course.id);
      const { isUnderWay } = await replaceOpen(tx, isOn('course.setStatus', course.id));
      // With the editor's saved changes, which may not be sent yet.
      const shown = await readWithWaiting(tx, course.id);
      if (shown?.status === status && !isUnderWay && !isFinish) return;
      const args = { ...seen(course, stored), status, isFinish } satisfies CourseStatusArgs;
      await appendCommand(tx, (envelope) => ({ ...envelope, kind: 'course.setStatus', args }));
    }),
  );
  requestReplay('eager');
}

/**
 * Queues that a course is a template, or none any more; null if nothing is left to send.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export function enqueueTemplate(
  authorId: string,
  { id: courseId, title: courseTitle }: CourseRef,
  isTemplate: boolean,
): Promise<string | null> {
  return changeEditorQueue(authorId, async ({ tx, unsent, unpulled, apply }) => {
    const commands = [...unpulled, ...shownCommands(unsent)];
    const course = await readShownCourse(tx, commands, courseId);
    const base = { isTemplate: course?.isTemplate ?? 0 };
    const changes = { isTemplate: isTemplate ? (1 as const) : (0 as const) };
    const args = { courseId, courseTitle, version: course?.version ?? 0, base, changes };
    return apply(coalesceUpdate(unsent, { kind: 'course.update', args }, null));
  });
}

/** Without this check, a course published in the meantime would leave the catalogue without confirmation. */
async function requireFinishable(tx: ReadTx, courseId: string): Promise<void> {
  const shown = await readWithWaiting(tx, courseId);
  if (shown === null || !isComplete(shown)) throw new UserFacingError(adminMessages.finishWorkspaceRefused);
  if (shown.status === 'published') throw new UserFacingError(adminMessages.finishPublished);
}

/** The course as it will be when everything that waits has been sent. */
async function readWithWaiting(tx: ReadTx, courseId: string) {
  const effective = (await listEffective(tx)).filter(({ state }) => state !== 'refused');
  return readShownCourse(tx, shownCommands(effective), courseId);
}

/**
 * Queues the deletion of a course and holds it for ten seconds. Until it is sent, {@link undoCommand} cancels
 * it. A pending change of status is sent before it.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueCourseDelete(authorId: string, course: CourseRef): Promise<string> {
  const id = await changeOutbox(authorId, (store) =>
    write(store, [...adminOutlineTables(store), store.outbox, store.state], async (tx) => {
      const stored = await readServerCourse(tx, course.id);
      await replaceOpen(tx, isOn('course.delete', course.id));
      const args = seen(course, stored) satisfies CourseDeleteArgs;
      const heldUntil = new Date(Date.now() + DELETE_HOLD_MS).toISOString();
      return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'course.delete', args }), {
        heldUntil,
      });
    }),
  );
  requestReplay();
  return id;
}

/** Removes a command that was never sent. Returns false if it is too late. */
export function undoCommand(id: string): Promise<boolean> {
  return changeOutboxHere((store) =>
    write(store, [store.outbox], async (tx) => {
      const row = parseOutboxRow(await tx.outbox.get({ id }));
      if (row === null || !isOpen(row)) return false;
      await tx.outbox.delete(row.order);
      return true;
    }),
  );
}

/**
 * Queues a change of role and replaces an unsent one. Nothing is sent if it only takes that back.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueRole(
  authorId: string,
  user: Pick<User, 'id' | 'name'>,
  role: User['role'],
): Promise<void> {
  await changeOutbox(authorId, (store) =>
    write(store, [store.outbox], async (tx) => {
      const replaced = await replaceOpen(tx, isOn('user.setRole', user.id));
      if (takesBack(replaced, (command) => command.kind === 'user.setRole' && command.args.role !== role))
        return;
      const args = { userId: user.id, userName: user.name, role } satisfies RoleArgs;
      await appendCommand(tx, (envelope) => ({ ...envelope, kind: 'user.setRole', args }));
    }),
  );
  requestReplay('eager');
}

/** A course that the server has not sent yet comes from an unsent create and will have version 1. */
function seen({ id, title }: CourseRef, stored: AdminCourseOutline | null): CourseDeleteArgs {
  return { courseId: id, courseTitle: stored?.title ?? title, courseVersion: stored?.version ?? 1 };
}

function isOn(kind: CommandKind, recordId: string): (row: OutboxRow) => boolean {
  return ({ command }) => {
    if (command.kind !== kind) return false;
    if (command.kind === 'user.setRole') return command.args.userId === recordId;
    return (
      (command.kind === 'course.setStatus' || command.kind === 'course.delete') &&
      command.args.courseId === recordId
    );
  };
}

export interface Replaced {
  readonly removed: readonly OutboxRow[];
  /** Another one may already have reached the server. */
  readonly isUnderWay: boolean;
}

/** Removes the commands that a new one replaces. */
export async function replaceOpen(tx: Tx, isSuperseded: (row: OutboxRow) => boolean): Promise<Replaced> {
  const matching = (await listUnsent(tx)).filter(isSuperseded);
  const removed = matching.filter((row) => row.state === 'refused' || isOpen(row));
  await tx.outbox.bulkDelete(removed.map((row) => row.order));
  return { removed, isUnderWay: removed.length < matching.length };
}

/** Whether a switch is back where it was: a command that never took effect had turned it the other way. */
export const takesBack = (
  { removed, isUnderWay }: Replaced,
  isOpposite: (command: Command) => boolean,
): boolean => !isUnderWay && removed.some(({ command }) => isOpposite(command));
