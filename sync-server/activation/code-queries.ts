import { type ExpressionBuilder, sql } from 'kysely';
import type { CodeStats } from '#schema/learning/codes.ts';
import type { ActivationCodeRow } from '../db/code-tables.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';

/** Reading this many takes a few milliseconds; other requests get a turn in between. */
const CODES_AT_ONCE = 2_000;
/** Counting this many takes a few milliseconds too. */
const COUNTED_AT_ONCE = 20_000;

/** The codes of a course that can still unlock it at a time. */
interface UnusedCodes {
  readonly courseId: string;
  /** ISO time. */
  readonly at: string;
}

/**
 * Returns the codes that can still unlock a course: neither used, nor withdrawn, nor expired. Oldest first, those of
 * one upload in the order of their file; at most `max`.
 */
export async function listUnusedCodes(
  db: Db,
  { courseId, at }: UnusedCodes,
  max = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const codes: string[] = [];
  let after = { createdAt: '', id: '' };
  while (codes.length < max) {
    const limit = Math.min(CODES_AT_ONCE, max - codes.length);
    const rows = await unusedRows(db, { courseId, at, ...after, limit });
    for (const { code } of rows) codes.push(code);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) break;
    after = last;
  }
  return codes;
}

type After = Pick<ActivationCodeRow, 'createdAt' | 'id'>;

/** In the order of the index `openCodesByCourse`, which is named by the condition on `isUsedUp`. */
const unusedRows = compiledOnce((db, value: ValueOf<UnusedCodes & After & { readonly limit: number }>) =>
  db
    .selectFrom('activationCodes')
    .select(['code', 'createdAt', 'id'])
    .where('courseId', '=', value('courseId'))
    .where('isUsedUp', '=', sql.lit(0))
    .where('revokedAt', 'is', null)
    .where('batch', 'not in', (eb) => closedBatches(eb, value))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('createdAt', 'id'), '>', tuple(value('createdAt'), value('id'))),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(value('limit')),
);

/** How many codes a course has had, how many of them are used, and how many can still unlock it. */
export async function countCodes(db: Db, course: UnusedCodes): Promise<CodeStats> {
  const total = Number((await totalOf(db, course))[0]?.count ?? 0);
  const { open, unused } = await countOpen(db, course);
  return { total, unused, used: total - open };
}

const totalOf = compiledOnce((db, value: ValueOf<UnusedCodes>) =>
  db
    .selectFrom('activationCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('courseId', '=', value('courseId')),
);

/**
 * `open`: codes with a use left, which may be revoked or expired; `unused`: those of them that can still unlock the
 * course. They are counted in parts, and other requests are served between these.
 */
async function countOpen(
  db: Db,
  course: UnusedCodes,
): Promise<{ readonly open: number; readonly unused: number }> {
  let [open, unused] = [0, 0];
  let after: After | undefined = { createdAt: '', id: '' };
  while (after !== undefined) {
    const part: UnusedCodes & After = { ...course, ...after };
    const [counted] = await openOf(db, part);
    const openInPart = Number(counted?.open ?? 0);
    open += openInPart;
    unused += Number(counted?.unused ?? 0);
    after = openInPart < COUNTED_AT_ONCE ? undefined : (await lastCounted(db, part))[0];
  }
  return { open, unused };
}

const openOf = compiledOnce((db, value: ValueOf<UnusedCodes & After>) =>
  db
    .selectFrom((eb) => openCodes(eb, value).limit(sql.lit(COUNTED_AT_ONCE)).as('openCodes'))
    .select((eb) => [
      eb.fn.countAll<number>().as('open'),
      eb.fn
        .countAll<number>()
        .filterWhere('revokedAt', 'is', null)
        .filterWhere('batch', 'not in', closedBatches(eb, value))
        .as('unused'),
    ]),
);

const lastCounted = compiledOnce((db, value: ValueOf<UnusedCodes & After>) =>
  db
    .selectFrom((eb) =>
      openCodes(eb, value)
        .limit(sql.lit(1))
        .offset(sql.lit(COUNTED_AT_ONCE - 1))
        .as('openCodes'),
    )
    .select(['createdAt', 'id']),
);

/**
 * In the order of the index `openCodesByCourse`, which has all columns.
 */
const openCodes = (eb: ExpressionBuilder<Tables, never>, value: ValueOf<UnusedCodes & After>) =>
  eb
    .selectFrom('activationCodes')
    .select(['createdAt', 'id', 'revokedAt', 'batch'])
    .where('courseId', '=', value('courseId'))
    .where('isUsedUp', '=', sql.lit(0))
    .where(({ eb: where, refTuple, tuple }) =>
      where(refTuple('createdAt', 'id'), '>', tuple(value('createdAt'), value('id'))),
    )
    .orderBy('createdAt')
    .orderBy('id');

/** The batches of a course whose codes unlock nothing: revoked or expired. */
const closedBatches = (
  eb: Pick<ExpressionBuilder<Tables, 'codeBatches'>, 'selectFrom'>,
  value: ValueOf<UnusedCodes>,
) =>
  eb
    .selectFrom('codeBatches')
    .select('codeBatches.id')
    .where('codeBatches.courseId', '=', value('courseId'))
    .where((batch) =>
      batch.or([
        batch('codeBatches.revokedAt', 'is not', null),
        batch('codeBatches.expiresAt', '<=', value('at')),
      ]),
    );
