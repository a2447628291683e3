import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { UserEntry } from '#pwa/store/admin/admin-users.ts';
import { normalizeEmail } from '#schema/account/email.ts';
import type { Role, User } from '#schema/account/user.ts';
import { countOf } from '#schema/messages/count.ts';
import { fold } from '#schema/search/fold.ts';

/** An unacknowledged change of role. */
interface PendingRole {
  readonly id: string;
  readonly state: OutboxRow['state'];
  readonly problem: string | null;
}

/** A user with the role that applies once everything unsent has been sent. */
export interface ShownUser {
  readonly user: User;
  readonly pending: PendingRole | null;
}

export interface UserFilter {
  readonly text: string;
  readonly role: Role | 'all';
}

/** The number of users on one page of the list. */
export const PAGE_SIZE = 50;

/** The changes of role that are laid over the users, by user. */
export type RoleChanges = ReadonlyMap<string, RoleChange>;

interface RoleChange {
  /** Null if each was refused. */
  readonly role: Role | null;
  /** The last one, if it is unacknowledged. */
  readonly pending: PendingRole | null;
}

export function readRoleChanges(commands: readonly OutboxRow[]): RoleChanges {
  const changes = new Map<string, RoleChange>();
  for (const { id, command, state, lastProblem: problem } of commands) {
    if (command.kind !== 'user.setRole') continue;
    const { userId, role } = command.args;
    const earlier = changes.get(userId)?.role ?? null;
    const pending = state === 'acknowledged' ? null : { id, state, problem };
    changes.set(userId, { role: state === 'refused' ? earlier : role, pending });
  }
  return changes;
}

/** Applies changes of role to users. */
export function showUsers(users: readonly User[], changes: RoleChanges): ShownUser[] {
  return users.map((user) => {
    const change = changes.get(user.id);
    if (change === undefined) return { user, pending: null };
    return { user: { ...user, role: change.role ?? user.role }, pending: change.pending };
  });
}

/** The ids of the users that match, by name or email and by their displayed role (spec map, section 2). */
export function findUsers(
  entries: readonly UserEntry[],
  changes: RoleChanges,
  { text, role }: UserFilter,
): readonly string[] {
  const wanted = [fold(text.trim()), normalizeEmail(text)];
  return entries
    .filter(
      (entry) =>
        wanted.some((one) => entry.text.includes(one)) &&
        (role === 'all' || shownRole(entry, changes) === role),
    )
    .map(({ id }) => id);
}

export function isFiltered({ text, role }: UserFilter): boolean {
  return text.trim() !== '' || role !== 'all';
}

function shownRole({ id, role }: Pick<User, 'id' | 'role'>, changes: RoleChanges): Role {
  return changes.get(id)?.role ?? role;
}

/** Formats a number of courses: `3 courses` (spec map, section 2). */
export function describeCourses({ activatedCourses }: Pick<User, 'activatedCourses'>): string {
  const count = activatedCourses.length;
  return countOf(count, 'course');
}

export interface AddressPart {
  /** Its offset in the email address. */
  readonly at: number;
  readonly text: string;
}

/** Splits an email address where a line may wrap: after punctuation, never within a word. */
export function breakAddress(address: string): AddressPart[] {
  return [...address.matchAll(/[^@._+-]*[@._+-]*/g)]
    .map(({ index, 0: text }) => ({ at: index, text }))
    .filter(({ text }) => text !== '');
}
