import type { CompiledQuery, QueryCreator } from 'kysely';
import {
  applyProgress,
  emptyProgress,
  type LessonProgress,
  type ProgressEntry,
  type ProgressInput,
} from '#schema/learning/progress.ts';
import { queryOnce, type ValueOf } from '../db/compiled-once.ts';
import { liveActivations, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { rowsOf } from '../db/postgres/rows-of.ts';
import type { ProgressRow, Tables } from '../db/tables.ts';
import { isSame, type LessonOf, PROGRESS_COLUMNS, replacing } from './progress-queries.ts';

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
 * Does what `listVisibleLessons` and `saveProgress` do, for several reports, one after the other. Returns the states of
 * each report's lessons, and what has changed after the last one.
 */
export function applyReports(lessons: readonly ReportedLessonRow[], reports: readonly ReportedProgress[]) {
  const known = new Map(lessons.map((row) => [nameOf(row), toReportedLesson(row)]));
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
  return { states, changed: rows.map(([, row]) => row) };
}

const nameOf = ({ userId, lessonId }: LessonOf): string => `${userId} ${lessonId}`;

/** A lesson that exists, for the user who reports it. */
export interface ReportedLessonRow extends Omit<LessonProgress, 'positionSeconds'> {
  readonly userId: string;
  readonly courseId: string;
  /** Null: the user has no access. */
  readonly unlockedId: string | null;
  /** Null: no progress is stored. */
  readonly positionSeconds: number | null;
}

function toReportedLesson({ userId: _, courseId, unlockedId, positionSeconds, ...state }: ReportedLessonRow) {
  const stored = positionSeconds === null ? undefined : { ...state, positionSeconds };
  return { courseId, isUnlocked: unlockedId !== null, stored };
}

/** The query for the lessons of reports. */
export function readReportedLessons(
  db: Db,
  reports: readonly { readonly userId: string; readonly input: ProgressInput }[],
): CompiledQuery<ReportedLessonRow> {
  const wanted = new Map<string, LessonOf>();
  for (const { userId, input } of reports)
    for (const { lessonId } of input.entries) wanted.set(nameOf({ userId, lessonId }), { userId, lessonId });
  return reportedLessons(db, { wanted: JSON.stringify([...wanted.values()]) });
}

/** `wanted` is JSON of {@link LessonOf}. */
const reportedLessons = queryOnce((db, value: ValueOf<{ readonly wanted: string }>) =>
  db
    .selectFrom(rowsOf<LessonOf, 'wanted'>(value('wanted'), 'wanted', { userId: 'text', lessonId: 'text' }))
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

/** The values of {@link upsertingProgress}. */
interface ChangedValues {
  /** JSON of rows. */
  readonly progress: string;
}

export const changedProgress = (changed: readonly ChangedProgress[]): ChangedValues => ({
  progress: JSON.stringify(changed.map(({ userId, state }): ProgressRow => ({ ...state, userId }))),
});

/** Stores changed progress, as a part of a statement of PostgreSQL. */
export const upsertingProgress = (trx: QueryCreator<Tables>, value: ValueOf<ChangedValues>) =>
  replacing(
    trx
      .insertInto('progress')
      .columns(ROW_COLUMNS)
      .expression(
        trx
          .selectFrom(
            rowsOf<ProgressRow, 'saved'>(value('progress'), 'saved', {
              ...({ userId: 'text', lessonId: 'text', completedAt: 'text' } as const),
              ...({ completedUpdatedAt: 'text', positionSeconds: 'double precision' } as const),
              ...({ positionUpdatedAt: 'text' } as const),
            }),
          )
          .select(ROW_COLUMNS),
      ),
  );

const ROW_COLUMNS = [...PROGRESS_COLUMNS, 'userId'] as const;
