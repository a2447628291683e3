import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { ListedCourse } from '#pwa/store/database/admin-rows.ts';
import { isCourseCommand } from '#pwa/sync/commands/device-commands.ts';
import { isComplete, type WorkspaceTab, workspaceTab } from '#schema/courses/completeness.ts';
import type { CourseStatus } from '#schema/courses/course.ts';
import { searchListed } from '#schema/courses/library.ts';
import { timesRemovedBy } from '#schema/courses/schedule.ts';
import { countOf } from '#schema/messages/count.ts';

/** An unacknowledged edit of a course. */
export interface PendingEdit {
  readonly id: string;
  readonly kind: 'status' | 'finish' | 'delete';
  readonly state: 'waiting' | 'sending' | 'paused' | 'refused';
  /** The server's message if it refused. */
  readonly problem: string | null;
}

/** A course with the admin's unsent edits applied. */
export interface WorkspaceCourse {
  readonly course: ListedCourse;
  readonly pending: readonly PendingEdit[];
}

/** A course that is being deleted. */
export interface Deletion {
  readonly id: string;
  readonly courseId: string;
  readonly title: string;
  readonly state: PendingEdit['state'];
  /** Whether the deletion was never sent. */
  readonly canUndo: boolean;
}

export interface Workspace {
  readonly tabs: Readonly<Record<WorkspaceTab, readonly WorkspaceCourse[]>>;
  readonly deletions: readonly Deletion[];
}

/** Sorts courses into the tabs that their unsent edits lead to, the last edited first. */
export function buildWorkspace(courses: readonly ListedCourse[], unsent: readonly OutboxRow[]): Workspace {
  const deletions = unsent.flatMap(readDeletion);
  const deletedIds = new Set(deletions.map(({ courseId }) => courseId));
  const shown = lastEditedFirst(courses, unsent)
    .filter(({ id }) => !deletedIds.has(id))
    .map((course): WorkspaceCourse => {
      const edits = unsent.filter((row) => courseOf(row) === course.id);
      const status = edits.reduce<CourseStatus>((before, row) => statusOf(row) ?? before, course.status);
      const shown = { ...course, ...timesRemovedBy(course, { status }), status };
      return { course: shown, pending: edits.flatMap(readPending) };
    });
  const inTab = (tab: WorkspaceTab) => shown.filter(({ course }) => workspaceTab(course) === tab);
  return {
    tabs: {
      unfinished: inTab('unfinished'),
      unpublished: inTab('unpublished'),
      published: inTab('published'),
    },
    deletions,
  };
}

/**
 * Courses with unsent edits were edited after all that the server knows of: the clocks of the two may differ, so their
 * times are not compared.
 */
function lastEditedFirst(courses: readonly ListedCourse[], unsent: readonly OutboxRow[]): ListedCourse[] {
  const applied = unsent.filter(({ state }) => state !== 'refused').map(({ command }) => command);
  const orderOfEdits = new Map(
    applied.flatMap((command, order) => (isCourseCommand(command) ? [[command.args.courseId, order]] : [])),
  );
  const orderOf = ({ id }: ListedCourse) => orderOfEdits.get(id) ?? -1;
  const byTime = (a: string, b: string) => Number(a < b) - Number(a > b);
  return courses.toSorted((a, b) => orderOf(b) - orderOf(a) || byTime(a.updatedAt, b.updatedAt));
}

/** The courses of each tab whose title, description or instructor contains the text, as in the library. */
export function searchWorkspace({ tabs }: Workspace, text: string): Workspace['tabs'] {
  const inTab = (tab: WorkspaceTab) => searchListed(tabs[tab], text, ({ course }) => course);
  return {
    unfinished: inTab('unfinished'),
    unpublished: inTab('unpublished'),
    published: inTab('published'),
  };
}

export interface CourseActions {
  readonly canPublish: boolean;
  readonly canUnpublish: boolean;
  readonly canFinish: boolean;
  readonly canDelete: boolean;
  readonly canBecomeTemplate: boolean;
}

/** The actions that the workspace offers for a course (spec map, section 2). */
export function actionsFor(course: ListedCourse): CourseActions {
  const tab = workspaceTab(course);
  const isTemplate = course.isTemplate === 1;
  return {
    canPublish: tab === 'unpublished' && !isTemplate,
    canUnpublish: tab === 'published',
    canFinish:
      tab === 'unfinished' && !isTemplate && course.modules.every((module) => module.lessons.length > 0),
    canDelete: tab !== 'published',
    canBecomeTemplate: tab !== 'published' && course.publishAt === null && course.unpublishAt === null,
  };
}

/** Why a course cannot be published; null if it can. */
export function describeMissing(course: ListedCourse): string | null {
  if (isComplete(course)) return null;
  if (course.modules.length === 0) return 'No modules yet';
  const empty = course.modules.filter((module) => module.lessons.length === 0);
  const [first] = empty;
  if (empty.length === 1 && first !== undefined) return `“${first.title}” has no lessons yet`;
  return `${countOf(empty.length, 'module')} have no lessons yet`;
}

/** Formats the extent of a course: `2 modules · 12 lessons · 14 learners`. */
export function describeExtent(course: ListedCourse): string {
  const lessons = course.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return [
    countOf(course.modules.length, 'module'),
    countOf(lessons, 'lesson'),
    countOf(course.enrollmentCount, 'learner'),
  ].join(' · ');
}

export interface CodeSummary {
  readonly text: string;
  readonly isLow: boolean;
}

/** The number of unused codes; low if fewer than the limit of the course are left of at least one. */
export function describeCodes({ codeStats, lowCodesBelow }: ListedCourse): CodeSummary {
  const { total, unused } = codeStats;
  if (total === 0) return { text: 'No activation codes yet', isLow: false };
  return { text: countOf(unused, 'unused code'), isLow: unused < lowCodesBelow };
}

function courseOf({ command: { kind, args } }: OutboxRow): string | null {
  const isEdit = kind === 'course.setStatus' || kind === 'course.update' || kind === 'course.delete';
  return isEdit ? args.courseId : null;
}

/** Of the workspace or of the editor. A refused command is not applied. */
function statusOf({ command, state }: OutboxRow): CourseStatus | null {
  if (state === 'refused') return null;
  if (command.kind === 'course.update') return command.args.changes.status ?? null;
  return command.kind === 'course.setStatus' ? command.args.status : null;
}

function readPending({ id, command, state, lastProblem }: OutboxRow): PendingEdit[] {
  if (state === 'acknowledged') return [];
  const edit = { id, state, problem: lastProblem };
  if (command.kind === 'course.delete') return [{ ...edit, kind: 'delete' }];
  if (command.kind !== 'course.setStatus') return [];
  return [{ ...edit, kind: command.args.isFinish ? 'finish' : 'status' }];
}

function readDeletion({ id, command, state, attempts }: OutboxRow): Deletion[] {
  if (command.kind !== 'course.delete' || state === 'refused' || state === 'acknowledged') return [];
  const { courseId, courseTitle } = command.args;
  const canUndo = attempts === 0 && state !== 'sending';
  return [{ id, courseId, title: courseTitle, state, canUndo }];
}
