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

/** The courses that no acknowledged command of this device has taken out of the trash. */
export function showTrash(trash: readonly TrashedCourse[], commands: readonly OutboxRow[]): ShownCourse[] {
  return trash.flatMap((course) => {
    const own = commands.flatMap(({ id, command, state, lastProblem }): PendingAction[] => {
      if (!isTrashCommand(command) || command.args.courseId !== course.courseId) return [];
      return [{ id, kind: command.kind, state, problem: lastProblem }];
    });
    const isGone = own.some(({ state }) => state === 'acknowledged');
    return isGone ? [] : [{ course, pending: own.at(-1) ?? null }];
  });
}

/** A course whose deletion this device has not sent, or whose ack has not arrived: it is not in the trash yet. */
export interface Coming {
  readonly id: string;
  readonly title: string;
  readonly state: OutboxRow['state'];
}

export function listComing(commands: readonly OutboxRow[]): Coming[] {
  return commands.flatMap(({ id, command, state }): Coming[] => {
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
