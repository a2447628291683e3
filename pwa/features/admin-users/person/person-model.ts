import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { ChipTone } from '#pwa/ui/display/chip.tsx';
import type { PersonCourse } from '#schema/account/person.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { countOf } from '#schema/messages/count.ts';

/** An unacknowledged change of access. */
export interface PendingAccess {
  readonly id: string;
  readonly state: OutboxRow['state'];
  /** The server's message if it refused. */
  readonly problem: string | null;
}

/** A course of a person with the access that applies once everything unsent has been sent. */
export interface ShownCourse {
  readonly course: PersonCourse;
  readonly hasAccess: boolean;
  readonly pending: PendingAccess | null;
}

/**
 * The courses of a person, with changes of access that were made on this device.
 *
 * @param commands unsent, or acknowledged since the person was fetched
 */
export function showCourses(
  userId: string,
  courses: readonly PersonCourse[],
  commands: readonly OutboxRow[],
): ShownCourse[] {
  const isOwn = ({ args }: Command) => 'userId' in args && args.userId === userId;
  const own = commands.filter(({ command }) => isOwn(command) && courseOf(command) !== null);
  const open = own.filter(({ state }) => state !== 'refused').map(({ command }) => command);
  const shown = open.reduce(applyAccess, [...courses]);
  const pending = own.filter(({ state }) => state !== 'acknowledged');
  return own
    .map(({ command }) => command)
    .reduce(listCourse, shown)
    .map((course) => {
      const last = pending.findLast(({ command }) => courseOf(command) === course.courseId);
      return {
        course,
        hasAccess: course.revokedAt === null,
        pending: last === undefined ? null : { id: last.id, state: last.state, problem: last.lastProblem },
      };
    });
}

const courseOf = ({ args }: Command): string | null => ('courseId' in args ? args.courseId : null);

function applyAccess(courses: readonly PersonCourse[], command: Command): PersonCourse[] {
  if (command.kind !== 'access.give' && command.kind !== 'access.setRevoked') return [...courses];
  const { args, createdAt } = command;
  const isRevoked = command.kind === 'access.setRevoked' && command.args.revoked;
  const change = isRevoked
    ? { revokedAt: createdAt, reason: command.args.reason }
    : { revokedAt: null, reason: '' };
  return listCourse(courses, command).map((course) =>
    course.courseId === args.courseId ? { ...course, ...change } : course,
  );
}

/** Adds the course of a command if the person never had it: one without access. */
function listCourse(courses: readonly PersonCourse[], command: Command): PersonCourse[] {
  if (command.kind !== 'access.give') return [...courses];
  const { args, createdAt } = command;
  if (courses.some(({ courseId }) => courseId === args.courseId)) return [...courses];
  const { courseId, courseTitle } = args;
  return [
    ...courses,
    {
      ...{ courseId, courseTitle, unlocking: 'given', activatedAt: createdAt, revokedAt: createdAt },
      ...{ reason: '', lessons: 0, completed: 0, lastActiveAt: null },
    },
  ];
}

const unlockings: Readonly<Record<PersonCourse['unlocking'], string | null>> = {
  code: 'Code',
  shop: 'Shop',
  given: 'Given by an admin',
  unknown: null,
};

/** Returns how a course was unlocked; null if it is not known. */
export const nameUnlocking = ({ unlocking }: PersonCourse): string | null => unlockings[unlocking];

/** Returns `3 of 12 lessons completed`; null for a course without lessons, or one given on this device. */
export function describeProgress({ lessons, completed }: PersonCourse): string | null {
  return lessons === 0 ? null : `${completed} of ${countOf(lessons, 'lesson')} completed`;
}

interface AccessState {
  readonly label: string;
  readonly tone: ChipTone;
}

/** The state of the access, if it is not just there. */
export function stateOfAccess({ hasAccess, pending }: ShownCourse): AccessState | null {
  if (pending !== null && pending.state !== 'refused')
    return { label: hasAccess ? 'Access waits to be sent' : 'Removal waits to be sent', tone: 'wait' };
  return hasAccess ? null : { label: 'No access', tone: 'bad' };
}
