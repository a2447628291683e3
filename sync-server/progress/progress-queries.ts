import {
  applyProgress,
  emptyProgress,
  type LessonProgress,
  type ProgressEntry,
} from '#schema/learning/progress.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import { liveActivations, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

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

/**
 * Returns those of the lessons that belong to a course which the user activated, each with that course's id;
 * for admins every lesson.
 */
export async function listVisibleLessons(
  trx: Trx,
  caller: { readonly id: string; readonly role: string },
  lessonIds: readonly string[],
): Promise<Map<string, string>> {
  let query = trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['lessons.id', 'modules.courseId'])
    .where('lessons.id', 'in', lessonIds);
  if (caller.role !== 'admin') {
    query = query.where('modules.courseId', 'in', (eb) =>
      eb
        .selectFrom(liveActivations)
        .select('activations.courseId')
        .where('activations.userId', '=', caller.id),
    );
  }
  return new Map((await query.execute()).map((row) => [row.id, row.courseId]));
}

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
  const stored = await trx
    .selectFrom('progress')
    .select(PROGRESS_COLUMNS)
    .where('userId', '=', userId)
    .where('lessonId', 'in', lessonIds)
    .execute();
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

const isSame = (one: LessonProgress, other: LessonProgress | undefined): boolean =>
  other !== undefined && PROGRESS_COLUMNS.every((name) => one[name] === other[name]);

async function upsertProgress(trx: Trx, userId: string, rows: readonly LessonProgress[]): Promise<void> {
  await trx
    .insertInto('progress')
    .values(rows.map((row) => ({ ...row, userId })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'lessonId']).doUpdateSet((eb) => ({
        completedAt: eb.ref('excluded.completedAt'),
        completedUpdatedAt: eb.ref('excluded.completedUpdatedAt'),
        positionSeconds: eb.ref('excluded.positionSeconds'),
        positionUpdatedAt: eb.ref('excluded.positionUpdatedAt'),
      })),
    )
    .execute();
}
