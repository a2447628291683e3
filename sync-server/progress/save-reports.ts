import {
  applyProgress,
  emptyProgress,
  type LessonProgress,
  type ProgressEntry,
} from '#schema/learning/progress.ts';
import { compiledForLists, type ValueOf, valuesOf } from '../db/compiled-once.ts';
import { inListLengths, inPaddedLists } from '../db/list-lengths.ts';
import { liveActivations, liveLessons, liveModules } from '../db/live-rows.ts';
import { tableOf } from '../db/table-of.ts';
import type { ProgressRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { isSame, type LessonOf, PROGRESS_COLUMNS, upsertOf } from './progress-queries.ts';

/** The changed state of a lesson of a user, with the lesson's course. */
interface ChangedProgress {
  readonly userId: string;
  readonly courseId: string;
  readonly state: LessonProgress;
}

/** Entries of a user, whose role is that of the caller. */
export interface ReportedProgress {
  readonly userId: string;
  readonly role: string;
  readonly entries: readonly ProgressEntry[];
}

/**
 * Does what `listVisibleLessons` and `saveProgress` do, for several reports, one after the other, with one statement for
 * each step. Returns the states of each report's lessons, and what has changed after the last one.
 */
export async function saveReports(trx: Trx, reports: readonly ReportedProgress[]) {
  const known = await readReportedLessons(trx, reports);
  const changed = new Map<string, ChangedProgress>();
  const states = reports.map(({ userId, role, entries }) => {
    const ofReport = new Map<string, LessonProgress>();
    for (const entry of entries) {
      const name = nameOf({ userId, lessonId: entry.lessonId });
      const lesson = known.get(name);
      if (lesson === undefined || !(role === 'admin' || lesson.isUnlocked)) continue;
      const before = changed.get(name)?.state ?? lesson.stored;
      const state = applyProgress(before ?? emptyProgress(entry.lessonId), entry);
      ofReport.set(entry.lessonId, state);
      changed.set(name, { userId, courseId: lesson.courseId, state });
    }
    return [...ofReport.values()];
  });
  const rows = [...changed].filter(([name, { state }]) => !isSame(state, known.get(name)?.stored));
  await upsertReported(
    trx,
    rows.map(([, row]) => row),
  );
  return { states, changed: rows.map(([, row]) => row) };
}

const nameOf = ({ userId, lessonId }: LessonOf): string => `${userId} ${lessonId}`;

interface ReportedLesson {
  readonly courseId: string;
  readonly isUnlocked: boolean;
  readonly stored: LessonProgress | undefined;
}

/** The lessons that exist, by `nameOf`. */
async function readReportedLessons(
  trx: Trx,
  reports: readonly ReportedProgress[],
): Promise<Map<string, ReportedLesson>> {
  const wanted = new Map<string, LessonOf>();
  for (const { userId, entries } of reports)
    for (const { lessonId } of entries) wanted.set(nameOf({ userId, lessonId }), { userId, lessonId });
  const known = new Map<string, ReportedLesson>();
  for (const part of inPaddedLists([...wanted.values()])) {
    for (const row of await reportedLessons(trx, part)) {
      const { userId, lessonId, courseId, unlockedId, positionSeconds, ...times } = row;
      const stored = positionSeconds === null ? undefined : { ...times, lessonId, positionSeconds };
      known.set(nameOf(row), { courseId, isUnlocked: unlockedId !== null, stored });
    }
  }
  return known;
}

const reportedLessons = compiledForLists((db, wanted: readonly ValueOf<LessonOf>[]) =>
  db
    .selectFrom(tableOf(wanted, ['userId', 'lessonId']).as('wanted'))
    .innerJoin(liveLessons, 'lessons.id', 'wanted.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .leftJoin(liveActivations, (join) =>
      join
        .onRef('activations.userId', '=', 'wanted.userId')
        .onRef('activations.courseId', '=', 'modules.courseId'),
    )
    .leftJoin('progress', (join) =>
      join.onRef('progress.userId', '=', 'wanted.userId').onRef('progress.lessonId', '=', 'wanted.lessonId'),
    )
    .select(['wanted.userId', 'wanted.lessonId', 'modules.courseId'])
    .select('activations.courseId as unlockedId')
    .select(['completedAt', 'completedUpdatedAt', 'positionSeconds', 'positionUpdatedAt']),
);

async function upsertReported(trx: Trx, rows: readonly ChangedProgress[]): Promise<void> {
  const owned = rows.map(({ userId, state }) => ({ ...state, userId }));
  for (const part of inListLengths(owned)) await upsertRows(trx, part);
}

const upsertRows = compiledForLists((trx: Trx, rows: readonly ValueOf<ProgressRow>[]) =>
  upsertOf(
    trx,
    rows.map((value) => valuesOf(value, [...PROGRESS_COLUMNS, 'userId'])),
  ),
);
