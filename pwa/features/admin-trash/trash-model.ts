import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { TrashKind } from '#pwa/sync/commands/trash-kind.ts';
import { isTrashCommand } from '#pwa/sync/commands/trash-kind.ts';
import type { TrashedCourse } from '#schema/editor/trash.ts';
import { countOf } from '#schema/messages/count.ts';

/** An unacknowledged command of this device. */
export interface PendingAction {
  readonly id: string;
  readonly kind: TrashKind;
  readonly state: OutboxRow['state'];
  /** The server's message if it refused. */
  readonly problem: string | null;
}

/** A deleted course, with what this device has queued for it. */
export interface ShownCourse {
  readonly course: TrashedCourse;
  readonly pending: PendingAction | null;
}

export function showTrash(trash: readonly TrashedCourse[], unsent: readonly OutboxRow[]): ShownCourse[] {
  return trash.map((course) => {
    const own = unsent.flatMap(({ id, command, state, lastProblem }): PendingAction[] => {
      if (!isTrashCommand(command) || command.args.courseId !== course.courseId) return [];
      return [{ id, kind: command.kind, state, problem: lastProblem }];
    });
    return { course, pending: own.at(-1) ?? null };
  });
}

/** A course whose deletion this device has not sent, or whose ack has not arrived: it is not in the trash yet. */
export interface Coming {
  readonly id: string;
  readonly title: string;
  readonly state: OutboxRow['state'];
}

export function listComing(unsent: readonly OutboxRow[]): Coming[] {
  return unsent.flatMap(({ id, command, state }): Coming[] => {
    if (command.kind !== 'course.delete' || state === 'refused' || state === 'acknowledged') return [];
    return [{ id, title: command.args.courseTitle, state }];
  });
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Returns `Deleted on 12 Nov 2026 by Ines Holm`. */
export function describeDeletion({ deletedAt, deletedBy }: TrashedCourse): string {
  const on = `Deleted on ${day.format(new Date(deletedAt))}`;
  return deletedBy === '' ? on : `${on} by ${deletedBy}`;
}

/** Returns until when the course can be restored. */
export const describePurge = ({ purgeAt }: TrashedCourse): string =>
  `Can be restored until ${day.format(new Date(purgeAt))}, and is then deleted for good`;

/** Returns who gets the course again; null without learners. */
export const describeLearners = ({ learners }: TrashedCourse): string | null =>
  learners === 0 ? null : `${countOf(learners, 'learner')} had unlocked it`;

/** The typed title confirms that the right course is meant. */
export const isTitleOf = (typed: string, { title }: TrashedCourse): boolean =>
  typed.trim().replace(/\s+/g, ' ') === title.trim().replace(/\s+/g, ' ');
