import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { SupportInput } from '#schema/account/support.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { IdempotencyKey } from '#schema/id.ts';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER, RECEIPT_HEADER } from '#schema/protocol.ts';
import type { SupportRequestRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { openRoute, signedInRoute } from '../http/endpoint-routes.ts';
import { findCaller } from '../http/find-caller.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { supportMail } from './support-mail.ts';
import { findSupportRequest, insertSupportRequest, listSupportRequests } from './support-queries.ts';

const SUCCESS = JSON.stringify({ success: true });

/** Support requests: stored, mailed, and shown to admins. */
export function supportRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.requestSupport, (c) => requestSupport(deps, c)),
    signedInRoute(deps, endpoints.listSupportRequests, async (c) =>
      jsonReply(c, JSON.stringify({ requests: await listSupportRequests(deps.db) })),
    ),
  ];
}

/**
 * Visitors have no receipts, so the stored row serves as one: it is named by the device's id, otherwise by
 * the Idempotency-Key, and identifies a repeat. The same id with another text is rejected, not lost.
 */
async function requestSupport(deps: Deps, c: AppContext): Promise<Response> {
  const key = readKey(c);
  const { id = key ?? uuidv7(), ...input } = parseInput(SupportInput, await readJsonBody(c));
  const caller = await findCaller(deps, c);
  const request: SupportRequestRow = {
    ...input,
    id,
    userId: caller?.id ?? null,
    orderNumber: input.orderNumber === '' ? null : (input.orderNumber ?? null),
    createdAt: deps.clock.now().toISOString(),
  };
  const isNew = !(await isRepeat(deps, request)) && (await store(deps, c, request));
  return jsonReply(c, SUCCESS, { headers: receiptHeaders({ key, id, isNew }) });
}

/** Throws ApiError 409 when the id belongs to another request. */
async function isRepeat(deps: Deps, request: SupportRequestRow): Promise<boolean> {
  const stored = await findSupportRequest(deps.db, request.id);
  if (stored === undefined) return false;
  const fields = ['name', 'email', 'subject', 'orderNumber', 'message'] as const;
  if (fields.some((field) => stored[field] !== request[field])) throw new ApiError('id_taken');
  return true;
}

/** False when a concurrent attempt stored the same request. */
async function store(deps: Deps, c: AppContext, request: SupportRequestRow): Promise<boolean> {
  const address = clientAddressOf(deps, c);
  await deps.limits.consume([{ limit: 'supportByAddress', key: address }]);
  const content = supportMail(request);
  const isNew = await inTransaction(deps.db, async (trx) => {
    if (!(await insertSupportRequest(trx, request))) return false;
    const { createdAt } = request;
    const recipient = deps.config.supportEmail;
    await deps.mails.enqueue(trx, { kind: 'supportRequest', recipient, content, createdAt });
    return true;
  });
  if (!isNew) return !(await isRepeat(deps, request));
  deps.mails.scheduleDrain();
  const { id, userId } = request;
  deps.log.info(
    { requestId: c.get('requestId'), address, supportRequestId: id, userId },
    'support request stored',
  );
  return true;
}

function readKey(c: AppContext): string | undefined {
  const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (header === undefined) return undefined;
  const result = v.safeParse(IdempotencyKey, header);
  if (!result.success) throw new ApiError('invalid_key');
  return result.output;
}

interface Receipted {
  readonly key: string | undefined;
  readonly id: string;
  readonly isNew: boolean;
}

/** The row acknowledges only the key that names it. */
function receiptHeaders({ key, id, isNew }: Receipted): Record<string, string> {
  if (key === undefined || key !== id) return {};
  return { [RECEIPT_HEADER]: key, ...(isNew ? {} : { [IDEMPOTENCY_REPLAYED_HEADER]: 'true' }) };
}
