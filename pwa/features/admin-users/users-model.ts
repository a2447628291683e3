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

/** The unacknowledged changes of role, by user. */
export type RoleChanges = ReadonlyMap<string, RoleChange>;

interface RoleChange extends PendingRole {
  readonly role: Role;
}

export function readRoleChanges(unsent: readonly OutboxRow[]): RoleChanges {
  return new Map(unsent.flatMap(readChange));
}

/** Applies unsent roles to users, except refused ones. */
export function showUsers(users: readonly User[], changes: RoleChanges): ShownUser[] {
  return users.map((user) => {
    const change = changes.get(user.id);
    if (change === undefined) return { user, pending: null };
    const { role: _, ...pending } = change;
    return { user: { ...user, role: shownRole(user, changes) }, pending };
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
  const change = changes.get(id);
  return change === undefined || change.state === 'refused' ? role : change.role;
}

/** Formats a number of courses: `3 courses` (spec map, section 2). */
export function describeCourses({ activatedCourses }: Pick<User, 'activatedCourses'>): string {
  const count = activatedCourses.length;
  return countOf(count, 'course');
}

function readChange({ id, command, state, lastProblem }: OutboxRow): [string, RoleChange][] {
  if (command.kind !== 'user.setRole') return [];
  const { userId, role } = command.args;
  return [[userId, { id, state, problem: lastProblem, role }]];
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
