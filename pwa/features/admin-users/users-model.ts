import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { filterUsers } from '#schema/account/profile.ts';
import type { Role, User } from '#schema/account/user.ts';
import { countOf } from '#schema/messages/count.ts';

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

/** Applies unsent roles to the list, except refused ones. */
export function showUsers(users: readonly User[], unsent: readonly OutboxRow[]): ShownUser[] {
  const changes = new Map(unsent.flatMap(readChange));
  return users.map((user) => {
    const change = changes.get(user.id);
    if (change === undefined) return { user, pending: null };
    const { role, ...pending } = change;
    return { user: pending.state === 'refused' ? user : { ...user, role }, pending };
  });
}

/** The users that match, by their displayed role. */
export function filterShown(shown: readonly ShownUser[], filter: UserFilter): ShownUser[] {
  const matches = new Set(
    filterUsers(
      shown.map(({ user }) => user),
      filter,
    ),
  );
  return shown.filter(({ user }) => matches.has(user));
}

/** Formats a number of courses: `3 courses` (spec map, section 2). */
export function describeCourses({ activatedCourses }: Pick<User, 'activatedCourses'>): string {
  const count = activatedCourses.length;
  return countOf(count, 'course');
}

function readChange({
  id,
  command,
  state,
  lastProblem,
}: OutboxRow): [string, PendingRole & { role: Role }][] {
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
