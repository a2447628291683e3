import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { SupportDoneInput, SupportInput } from '#schema/account/support.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { IdempotencyKey } from '#schema/id.ts';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER, RECEIPT_HEADER } from '#schema/protocol.ts';
import type { SupportRequestRow } from '../db/tables.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { openRoute, signedInRoute } from '../http/endpoint-routes.ts';
import { findCaller } from '../http/find-caller.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { hashOf } from '../passwords/login-limits.ts';
import { receivedMail, supportMail } from './support-mail.ts';
import {
  findSupportRequest,
  insertSupportRequest,
  isUndeliverable,
  listSupportRequests,
  setDoneAt,
} from './support-queries.ts';

const SUCCESS = JSON.stringify({ success: true });

/** Support requests: stored, mailed, and shown to admins. */
export function supportRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.requestSupport, (c) => requestSupport(deps, c)),
    signedInRoute(deps, endpoints.listSupportRequests, async (c) =>
      jsonReply(c, JSON.stringify({ requests: await listSupportRequests(deps.db) })),
    ),
    commandRoute(deps, {
      endpoint: endpoints.setSupportDone,
      parse: (body) => parseInput(SupportDoneInput, body),
      run: setDone,
    }),
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
    doneAt: null,
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
  const isAnswered = await mayAnswer(deps, request);
  const isNew = await inTransaction(deps.db, async (trx) => {
    if (!(await insertSupportRequest(trx, request))) return false;
    const { createdAt } = request;
    const recipient = deps.config.supportEmail;
    await deps.mails.enqueue(trx, { kind: 'supportRequest', recipient, content, createdAt });
    if (isAnswered) await enqueueReceived(deps, trx, request);
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

/**
 * Whether the address of a request gets a mail that it arrived: not the support address itself, not one that refused a
 * mail, and few times a day, because anybody can enter any address.
 */
async function mayAnswer(deps: Deps, { email }: SupportRequestRow): Promise<boolean> {
  if (email === deps.config.supportEmail.toLowerCase()) return false;
  if (await isUndeliverable(deps.db, email)) return false;
  const limited = [{ limit: 'supportMailByRecipient', key: hashOf(email) }] as const;
  return (await deps.limits.findRefusal(limited)) === null;
}

function enqueueReceived(deps: Deps, trx: Trx, request: SupportRequestRow): Promise<void> {
  const { email: recipient, createdAt } = request;
  const mail = { kind: 'supportReceived', recipient, createdAt } as const;
  return deps.mails.enqueue(trx, { ...mail, content: receivedMail(request) });
}

/** The later arrival applies. */
async function setDone(trx: Trx, call: CommandCall<SupportDoneInput>) {
  const requestId = call.param('requestId');
  const { done } = call.input;
  const found = await findSupportRequest(trx, requestId);
  if (found === undefined) throw new ApiError('support_request_not_found');
  if (done === (found.doneAt !== null)) return { success: true as const };
  await setDoneAt(trx, requestId, done ? call.now.toISOString() : null);
  await insertRevision(trx, auditStampOf(call), {
    ...{ kind: 'update', entity: 'support', entityId: requestId, courseId: null, title: '' },
    ...{ version: null, before: {}, after: { done: done ? 'yes' : 'no' } },
  });
  return { success: true as const };
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
