import { compiledOnce, type ValueOf } from '../compiled-once.ts';
import type { Db } from '../open.ts';
import type { Trx } from '../transaction.ts';

/** Incremented by every change to the list of published courses. */
const CATALOGUE = 'catalogue';
/** Incremented by every enrolment, which changes a number in that list. */
const ENROLMENTS = 'enrolments';
/** Incremented by every change that reports show at once. */
const REPORTS = 'reports';

/** The value of a counter; 0 before the first change. */
export async function getCounter(db: Db, name: string): Promise<number> {
  const [row] = await counterOf(db, { name });
  return Number(row?.value ?? 0);
}

const counterOf = compiledOnce((db, value: ValueOf<{ name: string }>) =>
  db.selectFrom('counters').select('value').where('name', '=', value('name')),
);

/** The version of the list of published courses; 0 before the first change. */
export interface CatalogueVersion {
  readonly edits: number;
  readonly enrolments: number;
}

export async function getCatalogueVersion(db: Db): Promise<CatalogueVersion> {
  const rows = await catalogueCounters(db, {});
  const countOf = (name: string) => Number(rows.find((row) => row.name === name)?.value ?? 0);
  return { edits: countOf(CATALOGUE), enrolments: countOf(ENROLMENTS) };
}

const catalogueCounters = compiledOnce((db) =>
  db.selectFrom('counters').select(['name', 'value']).where('name', 'in', [CATALOGUE, ENROLMENTS]),
);

/**
 * Records that the API's data of a course has changed: its cached replies and the catalogue's are rebuilt at
 * the next read. Must run in the transaction of the change itself. `editedAt` (ISO time) is given for an
 * edit.
 */
export async function touchCourse(trx: Trx, courseId: string, editedAt: string | null = null): Promise<void> {
  await incrementRevision(trx, { courseId, editedAt });
  await increment(trx, { name: CATALOGUE });
}

/**
 * Records that a course has another learner, for the catalogue. The replies with the content of the course stay cached:
 * a class that unlocks a course must not have it built anew for each of its learners.
 */
export async function countEnrolment(trx: Trx): Promise<void> {
  await increment(trx, { name: ENROLMENTS });
}

/**
 * Records that reports are to be computed anew, in whatever process they are cached: an admin changed what they count, or
 * a person who may be named in them was deleted. Must run in the transaction of the change itself.
 */
export async function outdateReports(trx: Trx): Promise<void> {
  await increment(trx, { name: REPORTS });
}

export const getReportsVersion = (db: Db): Promise<number> => getCounter(db, REPORTS);

const incrementRevision = compiledOnce(
  (trx: Trx, value: ValueOf<{ courseId: string; editedAt: string | null }>) =>
    trx
      .updateTable('courses')
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        updatedAt: eb.fn.coalesce(value('editedAt'), 'updatedAt'),
      }))
      .where('id', '=', value('courseId')),
);

const increment = compiledOnce((trx: Trx, value: ValueOf<{ name: string }>) =>
  trx
    .insertInto('counters')
    .values({ name: value('name'), value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    ),
);
