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

export interface PageFacts<T> {
  readonly rows: readonly T[];
  /** Counted from 0; the last one when there are fewer than asked for. */
  readonly page: number;
  readonly pages: number;
  /** `51–100 of 2,000` */
  readonly words: string;
}

const wholeNumber = new Intl.NumberFormat('en-GB');

export function cutPage<T>(rows: readonly T[], asked: number): PageFacts<T> {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(Math.max(0, asked), pages - 1);
  const first = page * PAGE_SIZE;
  const shown = rows.slice(first, first + PAGE_SIZE);
  const total = wholeNumber.format(rows.length);
  const range = `${wholeNumber.format(first + 1)}–${wholeNumber.format(first + shown.length)}`;
  return { rows: shown, page, pages, words: pages === 1 ? total : `${range} of ${total}` };
}

/** `3 courses`, the count followed by the word (section 2). */
export function describeCourses({ activatedCourses }: Pick<User, 'activatedCourses'>): string {
  const count = activatedCourses.length;
  return count === 1 ? '1 course' : `${count} courses`;
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
