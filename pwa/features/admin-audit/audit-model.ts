import { describeDay } from '#pwa/ui/format/describe-moments.ts';
import type { Revision } from '#schema/editor/history.ts';

/** The author and the course whose entries are listed; null for all. */
export interface AuditFilter {
  readonly courseId: string | null;
  readonly userId: string | null;
}

export function isSameFilter(one: AuditFilter, other: AuditFilter): boolean {
  return one.courseId === other.courseId && one.userId === other.userId;
}

/** The entries that match the filter, unique and newest first (ids grow with time). */
export function listShown(revisions: readonly Revision[], { courseId, userId }: AuditFilter): Revision[] {
  const byId = new Map(revisions.map((revision) => [revision.id, revision]));
  return [...byId.values()]
    .filter((revision) => courseId === null || revision.courseId === courseId)
    .filter((revision) => userId === null || revision.userId === userId)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

interface Day {
  readonly name: string;
  readonly revisions: readonly Revision[];
}

/** Groups entries by the day on which the server received them, in the given order. */
export function groupByDay(revisions: readonly Revision[], now: Date): Day[] {
  const days = new Map<string, Revision[]>();
  for (const revision of revisions) {
    const name = describeDay(revision.receivedAt, now);
    const day = days.get(name);
    if (day === undefined) days.set(name, [revision]);
    else day.push(revision);
  }
  return [...days].map(([name, all]) => ({ name, revisions: all }));
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The authors of these entries, by name. */
export function listPeople(revisions: readonly Revision[]): Choice[] {
  const names = new Map(
    revisions.flatMap(({ userId, userName }) => (userId === null ? [] : [[userId, userName] as const])),
  );
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

/** All current courses, and deleted ones among these entries, by title. */
export function listCourses(
  courses: readonly { readonly id: string; readonly title: string }[],
  revisions: readonly Revision[],
): Choice[] {
  const titles = new Map<string, string>();
  for (const { entity, entityId, title } of revisions)
    if (entity === 'course' && !titles.has(entityId)) titles.set(entityId, title);
  for (const { id, title } of courses) titles.set(id, title);
  return [...titles].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}
