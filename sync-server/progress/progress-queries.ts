import type { InsertObject, RawBuilder } from 'kysely';
import {
  applyProgress,
  emptyProgress,
  type LessonProgress,
  type ProgressEntry,
} from '#schema/learning/progress.ts';
import { compiledOnce, type ValueOf, valuesOf } from '../db/compiled-once.ts';
import { liveActivations, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { ProgressRow, Tables } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

/** The columns of a state. */
const PROGRESS_COLUMNS = [
  'lessonId',
  'completedAt',
  'completedUpdatedAt',
  'positionSeconds',
  'positionUpdatedAt',
] as const;

/** Returns all progress of a user. */
export function listProgress(db: Db, userId: string): Promise<LessonProgress[]> {
  return progressRows(db, { userId });
}

/** Compiled once, because every start of the app reads it. */
const progressRows = compiledOnce((db, value: ValueOf<{ userId: string }>) =>
  db
    .selectFrom('progress')
    .innerJoin(liveLessons, 'lessons.id', 'progress.lessonId')
    .select(PROGRESS_COLUMNS)
    .where('userId', '=', value('userId'))
    .orderBy('lessonId'),
);

/** A save mostly has one lesson: so few are looked up and written one by one, by queries that are compiled once. */
const LESSONS_ONE_BY_ONE = 3;

/**
 * Returns those of the lessons that belong to a course which the user activated, each with that course's id;
 * for admins every lesson.
 */
export async function listVisibleLessons(
  trx: Db,
  caller: { readonly id: string; readonly role: string },
  lessonIds: readonly string[],
): Promise<Map<string, string>> {
  const userId = caller.role === 'admin' ? null : caller.id;
  const rows =
    lessonIds.length > LESSONS_ONE_BY_ONE
      ? await visibleLessons(trx, userId, lessonIds).execute()
      : await rowsOfEach(lessonIds, (lessonId) =>
          userId === null ? lessonOfAdmin(trx, { lessonId }) : lessonOfLearner(trx, { lessonId, userId }),
        );
  return new Map(rows.map((row) => [row.id, row.courseId]));
}

async function rowsOfEach<Row>(
  lessonIds: readonly string[],
  rowsOf: (lessonId: string) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const lessonId of lessonIds) rows.push(...(await rowsOf(lessonId)));
  return rows;
}

type Value<T> = T | RawBuilder<T>;

function visibleLessons(db: Db, userId: Value<string> | null, lessonIds: readonly Value<string>[]) {
  const lessons = db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['lessons.id', 'modules.courseId'])
    .where('lessons.id', 'in', lessonIds);
  if (userId === null) return lessons;
  return lessons.where('modules.courseId', 'in', (eb) =>
    eb.selectFrom(liveActivations).select('activations.courseId').where('activations.userId', '=', userId),
  );
}

/** The key of a row of progress. */
type LessonOf = Pick<ProgressRow, 'lessonId' | 'userId'>;

const lessonOfAdmin = compiledOnce((db, value: ValueOf<Pick<LessonOf, 'lessonId'>>) =>
  visibleLessons(db, null, [value('lessonId')]),
);
const lessonOfLearner = compiledOnce((db, value: ValueOf<LessonOf>) =>
  visibleLessons(db, value('userId'), [value('lessonId')]),
);

interface SavedProgress {
  /** The state of each lesson. */
  readonly states: LessonProgress[];
  /** Those that the entries changed. */
  readonly changed: readonly LessonProgress[];
}

/** Applies entries to the stored ones, the later one winning field by field. */
export async function saveProgress(
  trx: Trx,
  userId: string,
  entries: readonly ProgressEntry[],
): Promise<SavedProgress> {
  if (entries.length === 0) return { states: [], changed: [] };
  const lessonIds = [...new Set(entries.map((entry) => entry.lessonId))];
  const stored =
    lessonIds.length > LESSONS_ONE_BY_ONE
      ? await progressIn(trx, userId, lessonIds).execute()
      : await rowsOfEach(lessonIds, (lessonId) => progressInOne(trx, { userId, lessonId }));
  const states = new Map(stored.map((row) => [row.lessonId, row]));
  for (const entry of entries) {
    states.set(
      entry.lessonId,
      applyProgress(states.get(entry.lessonId) ?? emptyProgress(entry.lessonId), entry),
    );
  }
  const before = new Map(stored.map((row) => [row.lessonId, row]));
  const rows = [...states.values()];
  const changed = rows.filter((row) => !isSame(row, before.get(row.lessonId)));
  if (changed.length > 0) await upsertProgress(trx, userId, changed);
  return { states: rows, changed };
}

/** Whether two states of a lesson are equal. */
const isSame = (one: LessonProgress, other: LessonProgress | undefined): boolean =>
  other !== undefined && PROGRESS_COLUMNS.every((name) => one[name] === other[name]);

const progressIn = (db: Db, userId: Value<string>, lessonIds: readonly Value<string>[]) =>
  db
    .selectFrom('progress')
    .select(PROGRESS_COLUMNS)
    .where('userId', '=', userId)
    .where('lessonId', 'in', lessonIds);

const progressInOne = compiledOnce((db, value: ValueOf<LessonOf>) =>
  progressIn(db, value('userId'), [value('lessonId')]),
);

async function upsertProgress(trx: Trx, userId: string, rows: readonly LessonProgress[]): Promise<void> {
  const owned = rows.map((row) => ({ ...row, userId }));
  if (rows.length > LESSONS_ONE_BY_ONE) await upsertOf(trx, owned).execute();
  else for (const row of owned) await upsertOne(trx, row);
}

/** Inserts rows, or replaces those that exist. */
const upsertOf = (trx: Trx, rows: readonly InsertObject<Tables, 'progress'>[]) =>
  trx
    .insertInto('progress')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'lessonId']).doUpdateSet((eb) => ({
        completedAt: eb.ref('excluded.completedAt'),
        completedUpdatedAt: eb.ref('excluded.completedUpdatedAt'),
        positionSeconds: eb.ref('excluded.positionSeconds'),
        positionUpdatedAt: eb.ref('excluded.positionUpdatedAt'),
      })),
    );

const upsertOne = compiledOnce((trx: Trx, value: ValueOf<ProgressRow>) =>
  upsertOf(trx, [valuesOf(value, [...PROGRESS_COLUMNS, 'userId'])]),
);
