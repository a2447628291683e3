import { isComplete } from '#schema/courses/completeness.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { CourseRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { changeCourse, listExtent } from '../editor/queries/course-edit-queries.ts';
import { BY_SCHEDULE, recordRevision } from '../history/revision-queries.ts';
import { findSnapshot } from '../history/snapshot-queries.ts';

/** The ids of the courses with a time that has come at `at` (ISO time). */
export async function listDue(db: Db, at: string): Promise<string[]> {
  const rows = await db
    .selectFrom(liveCourses)
    .select('id')
    .where((where) => where.or([where('publishAt', '<=', at), where('unpublishAt', '<=', at)]))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * `cleared`: a time had come for which there was nothing to do. `incomplete`, `template`: it could not be published.
 * `missed`: the time to unpublish it had come as well.
 */
export type DueOutcome = 'published' | 'unpublished' | 'cleared' | ScheduleFailure;
export type ScheduleFailure = 'incomplete' | 'template' | 'missed';

/** A course whose time had come, as it was before. */
export interface DueResult {
  readonly course: CourseRow;
  readonly outcome: DueOutcome;
  /** For `incomplete`: the titles of the modules without lessons; none if there is no module. */
  readonly emptyModules: readonly string[];
}

/**
 * Does what is due for a course and removes the time, in one transaction. Null if nothing is due any more: another process
 * has done it, or an admin has changed it.
 */
export async function applyDue(trx: Trx, courseId: string, at: string): Promise<DueResult | null> {
  const course = await trx.selectFrom(liveCourses).selectAll().where('id', '=', courseId).executeTakeFirst();
  if (course === undefined) return null;
  const dueAt = [course.publishAt, course.unpublishAt].filter((time) => time !== null && time <= at).at(0);
  if (dueAt === undefined || dueAt === null) return null;
  const extent = await listExtent(trx, courseId);
  const outcome = outcomeOf(course, { at, isWhole: isComplete({ modules: extent }) });
  const before = await findSnapshot(trx, 'course', courseId);
  await changeCourse(trx, course, { fields: fieldsAfter(course, outcome, at), at });
  const after = await findSnapshot(trx, 'course', courseId);
  const marks = { ...BY_SCHEDULE, ...(isFailure(outcome) && { schedule: outcome }) };
  const auditStamp = { userId: null, madeAt: dueAt, receivedAt: at, baseVersion: null };
  await recordRevision(trx, auditStamp, { before, after, marks });
  const emptyModules = extent.filter(({ lessons }) => lessons.length === 0).map(({ title }) => title);
  return { course, outcome, emptyModules };
}

export const isFailure = (outcome: DueOutcome): outcome is ScheduleFailure =>
  outcome === 'incomplete' || outcome === 'template' || outcome === 'missed';

interface Moment {
  readonly at: string;
  readonly isWhole: boolean;
}

function outcomeOf(course: CourseRow, { at, isWhole }: Moment): DueOutcome {
  const { status, isTemplate, publishAt, unpublishAt } = course;
  const isToUnpublish = unpublishAt !== null && unpublishAt <= at;
  const isToPublish = status === 'unpublished' && publishAt !== null && publishAt <= at;
  if (!isToPublish) return isToUnpublish && status === 'published' ? 'unpublished' : 'cleared';
  if (isToUnpublish) return 'missed';
  if (isTemplate === 1) return 'template';
  return isWhole ? 'published' : 'incomplete';
}

/** The times that have come are removed; a later time to unpublish the course stays. */
function fieldsAfter({ publishAt, unpublishAt }: CourseRow, outcome: DueOutcome, at: string) {
  const left = (time: string | null) => (time !== null && time <= at ? null : time);
  const times = { publishAt: left(publishAt), unpublishAt: left(unpublishAt) };
  if (outcome === 'template') return { publishAt: null, unpublishAt: null };
  return outcome === 'published' || outcome === 'unpublished' ? { ...times, status: outcome } : times;
}
