import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { IdempotencyKey } from '#schema/id.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#schema/protocol.ts';
import { CreateCodesInput } from '#schema/shops/shops.ts';
import { hasCourse } from '../codes/add-codes-queries.ts';
import { listNewCodes } from '../codes/batch-code-queries.ts';
import { findBatch, isBatchId } from '../codes/batch-queries.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import { addNewCodes, beginBatch } from './add-new-codes.ts';
import { findApiKey, noteUse } from './api-keys.ts';

/**
 * Codes for a program with an API key, which has no other right. Its Idempotency-Key becomes the id of the batch, so a
 * repeat returns the same codes.
 */
export async function createCodes(deps: Deps, c: AppContext): Promise<Response> {
  const keyId = await requireApiKey(deps, c);
  await deps.limits.consume([{ limit: 'codesByApiKey', key: keyId }]);
  const input = parseInput(CreateCodesInput, await readJsonBody(c));
  const id = readKey(c) ?? uuidv7();
  const at = deps.clock.now().toISOString();
  const codes = await inTransaction(deps.db, async (trx) => {
    await noteUse(trx, keyId, at);
    return (await isBatchId(trx, id)) ? readAgain(trx, id, input) : create(trx, { ...input, id, at });
  });
  deps.log.info(
    { requestId: c.get('requestId'), keyId, batchId: id, count: codes.length },
    'codes created by key',
  );
  return jsonReply(c, JSON.stringify({ batchId: id, codes }));
}

/** Throws ApiError 401. */
async function requireApiKey(deps: Deps, c: AppContext): Promise<string> {
  const limit = [{ limit: 'apiKeyByAddress', key: clientAddressOf(deps, c) }] as const;
  await deps.limits.consume(limit);
  const key = /^Bearer (carrel_[\w-]{43})$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  // A call in a batch is made in the name of a user.
  const id = key === undefined || c.env?.batched !== undefined ? undefined : await findApiKey(deps.db, key);
  if (id === undefined) throw new ApiError('api_key_invalid', { headers: { 'WWW-Authenticate': 'Bearer' } });
  await deps.limits.refund(limit);
  return id;
}

async function create(
  trx: Trx,
  { id, at, courseId, count, prefix, name }: CreateCodesInput & { readonly id: string; readonly at: string },
): Promise<string[]> {
  if (!(await hasCourse(trx, courseId))) throw new ApiError('course_not_found');
  const batch = await beginBatch(trx, { id, courseId, name, origin: 'api', prefix, at });
  const added = await addNewCodes(trx, { batch, courseId, prefix, count, at });
  return added.map(({ code }) => code);
}

/** The codes of an earlier request. Throws ApiError 409 if it was another one. */
async function readAgain(
  trx: Trx,
  id: string,
  { courseId, count, prefix, name }: CreateCodesInput,
): Promise<string[]> {
  const batch = await findBatch(trx, id);
  const isSame =
    batch?.origin === 'api' &&
    batch.courseId === courseId &&
    batch.count === count &&
    batch.prefix === prefix;
  if (!isSame || batch.name !== name) throw new ApiError('id_taken');
  return (await listNewCodes(trx, id)).map(({ code }) => code);
}

function readKey(c: AppContext): string | undefined {
  const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (header === undefined) return undefined;
  const key = v.safeParse(IdempotencyKey, header);
  if (!key.success) throw new ApiError('invalid_key');
  return key.output;
}
