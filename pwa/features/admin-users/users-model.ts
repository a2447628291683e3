import { countOf } from '#schema/count.ts';
import { filterUsers } from '#schema/profile.ts';
import type { Role, User } from '#schema/user.ts';
import type { OutboxRow } from '../../store/outbox.ts';

/** A change of role that the server has not acknowledged. */
interface PendingRole {
  readonly id: string;
  readonly state: OutboxRow['state'];
  readonly problem: string | null;
}

/** A person with the role that they have once everything that waits has been sent. */
export interface ShownUser {
  readonly user: User;
  readonly pending: PendingRole | null;
}

export interface UserFilter {
  readonly text: string;
  readonly role: Role | 'all';
}

/** How many people one page of the list holds. */
export const PAGE_SIZE = 50;

/** Lays unsent roles over the list. What was refused is not shown as if it were so. */
export function showUsers(users: readonly User[], unsent: readonly OutboxRow[]): ShownUser[] {
  const changes = new Map(unsent.flatMap(readChange));
  return users.map((user) => {
    const change = changes.get(user.id);
    if (change === undefined) return { user, pending: null };
    const { role, ...pending } = change;
    return { user: pending.state === 'refused' ? user : { ...user, role }, pending };
  });
}

/** Those who match; by the roles that are shown. */
export function filterShown(shown: readonly ShownUser[], filter: UserFilter): ShownUser[] {
  const matches = new Set(
    filterUsers(
      shown.map(({ user }) => user),
      filter,
    ),
  );
  return shown.filter(({ user }) => matches.has(user));
}

/** `3 courses`, the count followed by the word (section 2). */
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
  /** Where it begins in the address. */
  readonly at: number;
  readonly text: string;
}

/** The parts of an email address between which a line may break: behind its signs, never within a word. */
export function breakAddress(address: string): AddressPart[] {
  return [...address.matchAll(/[^@._+-]*[@._+-]*/g)]
    .map(({ index, 0: text }) => ({ at: index, text }))
    .filter(({ text }) => text !== '');
}
