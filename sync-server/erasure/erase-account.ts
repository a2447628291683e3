import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { removeInPieces } from '../db/in-pieces.ts';
import type { Database } from '../db/open.ts';
import { slicesOf } from '../db/slices-of.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { countAdmins } from '../users/role-queries.ts';
import {
  findPeople,
  findPerson,
  forgetOrders,
  listChangesOfAccount,
  listRepliesAbout,
  lockOut,
  manyRows,
  type Person,
  releaseCodes,
  removeAccount,
  removeActivations,
  removeCorrespondence,
  removeSome,
  replaceChange,
  replaceReply,
} from './erasure-queries.ts';
import type { Erasures } from './erasures.ts';
import { DELETED_USER, forget } from './forget-person.ts';

interface ErasureDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly erasures: Erasures;
}

const Json = v.pipe(v.string(), v.parseJson());
const Fields = v.pipe(Json, v.looseObject({}));
/** Ids in one query at the start. */
const IDS_AT_ONCE = 500;

/**
 * Deletes an account with all that the server stores about its person. Throws ApiError 409 for the last admin.
 *
 * The erasure is recorded outside the database before its first change is committed. From then on it is finished
 * whatever happens: a start of the server goes on with it.
 */
export async function eraseAccount(deps: ErasureDeps, userId: string): Promise<void> {
  const erasedAt = deps.clock.now().toISOString();
  const person = await inTransaction(deps.db, async (trx) => {
    const found = await findPerson(trx, userId);
    if (found === undefined) return undefined;
    if (found.role === 'admin' && (await countAdmins(trx)) <= 1) throw new ApiError('account_last_admin');
    deps.erasures.append({ userId, erasedAt });
    await lockOut(trx, userId);
    return found;
  });
  if (person !== undefined) await removePerson(deps, person);
}

/**
 * At the start: deletes the accounts that were deleted before and are there again, because the database was restored or
 * the server ended in between. Returns how many.
 */
export async function applyErasures(deps: ErasureDeps): Promise<number> {
  const erased = deps.erasures.list();
  let count = 0;
  for (const some of slicesOf(erased, IDS_AT_ONCE)) {
    const ids = some.map(({ userId }) => userId);
    for (const person of await findPeople(deps.db, ids)) {
      await inTransaction(deps.db, (trx) => lockOut(trx, person.id));
      await removePerson(deps, person);
      count += 1;
    }
  }
  return count;
}

async function removePerson({ db, clock }: ErasureDeps, person: Person): Promise<void> {
  for (const many of manyRows) await removeInPieces(db, (trx) => removeSome(trx, many, person.id));
  await inTransaction(db, async (trx) => {
    await removeActivations(trx, person.id);
    await forgetOrders(trx, person);
    await releaseCodes(trx, person.id);
    await removeCorrespondence(trx, person);
    await forgetInReplies(trx, person);
    await forgetInHistory(trx, person);
    await removeAccount(trx, person.id, clock.now().toISOString());
  });
}

/** The history keeps what was done, and by its id to whom. */
async function forgetInHistory(trx: Trx, { id }: Person): Promise<void> {
  for (const change of await listChangesOfAccount(trx, id)) {
    const title = change.entity === 'user' ? DELETED_USER : change.title;
    const after = {
      ...v.parse(Fields, change.after),
      ...(change.entity === 'user' ? {} : { user: DELETED_USER }),
    };
    await replaceChange(trx, { id: change.id, title, after: JSON.stringify(after) });
  }
}

/** A repeat of such a command still gets its reply, which has no name. */
async function forgetInReplies(trx: Trx, { id }: Person): Promise<void> {
  for (const { userId, key, body } of await listRepliesAbout(trx, id)) {
    const reply = v.safeParse(Json, body);
    if (reply.success)
      await replaceReply(trx, { userId, key, body: JSON.stringify(forget(reply.output, id)) });
  }
}
