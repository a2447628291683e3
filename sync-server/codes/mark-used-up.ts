import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import { recordUnused } from './record-unused.ts';

/** Marking this many codes takes a few milliseconds; other writers get a turn in between. */
const CODES_AT_ONCE = 250;

/**
 * Marks the codes of the batches whose `maxUses` has changed: those of which no use is left, and those of which some are
 * again. In pieces, because a batch may have 200,000 codes. Redeeming a code compares its uses with the batch, so it is
 * right in between; lists and counts of unused codes are right at the end. If the server ends before it, the next call
 * begins again.
 */
export async function markUsedUp(deps: Deps): Promise<void> {
  const changed = deps.db.selectFrom('codeBatches').select('id').where('isMarking', '=', 1);
  for (const { id } of await changed.execute()) await markBatch(deps, id);
}

async function markBatch(deps: Deps, id: string): Promise<void> {
  for (;;) {
    const version = await markAll(deps, id);
    if (version === null || (await inTransaction(deps.db, (trx) => finish(trx, deps, { id, version }))))
      return;
  }
}

/** Returns the version of the batch whose `maxUses` all of its codes follow; null for one that needs no marking. */
async function markAll({ db }: Deps, id: string): Promise<number | null> {
  let after: string | null = '';
  let version: number | null = null;
  while (after !== null) {
    const from: string = after;
    const piece: Piece | null = await inTransaction(db, (trx) => markSome(trx, { id, after: from }));
    if (piece === null) return null;
    // Changed since the last piece: the pieces before may follow another limit.
    const isSame = version === null || version === piece.version;
    after = isSame ? piece.next : '';
    version = piece.version;
    await untilNextTurn();
  }
  return version;
}

interface Piece {
  /** The version of the batch. */
  readonly version: number;
  /** The last code that was marked; null: there is no further one. */
  readonly next: string | null;
}

interface From {
  readonly id: string;
  /** The id of a code; '' from the first. */
  readonly after: string;
}

async function markSome(trx: Trx, { id, after }: From): Promise<Piece | null> {
  const batch = await findMarking(trx, id);
  if (batch === undefined) return null;
  const maxUses = Number(batch.maxUses);
  const codes = await trx
    .selectFrom('activationCodes')
    .select(['id', 'uses', 'isUsedUp'])
    .where('batch', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(CODES_AT_ONCE)
    .execute();
  const wrong = codes.filter((code) => Number(code.uses) >= maxUses !== (Number(code.isUsedUp) === 1));
  const ids = (isUsedUp: boolean) =>
    wrong.filter(({ uses }) => Number(uses) >= maxUses === isUsedUp).map((code) => code.id);
  const update = trx.updateTable('activationCodes');
  if (ids(true).length > 0) await update.set({ isUsedUp: 1 }).where('id', 'in', ids(true)).execute();
  if (ids(false).length > 0) await update.set({ isUsedUp: 0 }).where('id', 'in', ids(false)).execute();
  const next = codes.length < CODES_AT_ONCE ? null : (codes.at(-1)?.id ?? null);
  return { version: Number(batch.version), next };
}

const findMarking = (trx: Trx, id: string) =>
  trx
    .selectFrom('codeBatches')
    .select(['courseId', 'maxUses', 'version'])
    .where('id', '=', id)
    .where('isMarking', '=', 1)
    .executeTakeFirst();

/** Returns false if the batch was changed since its last piece. */
async function finish(trx: Trx, deps: Deps, { id, version }: { id: string; version: number }) {
  const batch = await findMarking(trx, id);
  if (batch === undefined) return true;
  if (Number(batch.version) !== version) return false;
  await trx.updateTable('codeBatches').set({ isMarking: 0 }).where('id', '=', id).execute();
  await recordUnused(trx, deps, { courseId: batch.courseId, at: deps.clock.now().toISOString() });
  return true;
}
