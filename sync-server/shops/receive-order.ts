import { SHOP_BODY_MAX_BYTES } from '#schema/limits.ts';
import type { ShopSourceRow } from '../db/shop-tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { pathParam } from '../http/path-param.ts';
import { readBytes } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import { disputeOrder, refundOrder } from './refund-order.ts';
import { readShopEvent, type ShopEvent } from './shop-events.ts';
import { findSource } from './shop-queries.ts';
import { takeOrder } from './take-order.ts';
import { noteUnreadable, orderIdOf } from './unreadable-messages.ts';
import { isFromShop } from './verify-signature.ts';

const RECEIVED = JSON.stringify({ received: true });

/**
 * A message of a shop. 200: done, or done before. 202: it waits for an admin. 403: not signed by a known shop, whatever
 * the reason, so that nobody learns which shops exist. Any other status makes the shop send it again.
 */
export async function receiveOrder(deps: Deps, c: AppContext): Promise<Response> {
  // The signature covers the bytes, which a batch has parsed already.
  if (c.env?.batched !== undefined) throw new ApiError('shop_refused');
  const limit = [{ limit: 'shopByAddress', key: clientAddressOf(deps, c) }] as const;
  await deps.limits.consume(limit);
  const source = await findSource(deps.db, pathParam(c, 'sourceId'));
  const body = await readBytes(c, SHOP_BODY_MAX_BYTES).catch(async (error: unknown) => {
    if (source !== undefined && error instanceof ApiError && error.code === 'body_too_large')
      await waitForAdmin(deps, source, '');
    throw error;
  });
  if (source?.kind === 'woocommerce' && isCreationPing(body)) return jsonReply(c, RECEIVED);
  if (source === undefined || !isSigned(deps, c, { source, body })) {
    deps.log.warn({ requestId: c.get('requestId'), sourceId: source?.id }, 'message of a shop refused');
    throw new ApiError('shop_refused');
  }
  await deps.limits.refund(limit);
  const event = readShopEvent(source.kind, body);
  if (event === null) await waitForAdmin(deps, source, orderIdOf(body));
  const waiting = event === null ? 1 : await apply(deps, source, event);
  deps.log.info(
    { requestId: c.get('requestId'), sourceId: source.id, kind: event?.kind ?? 'unreadable', waiting },
    'message of a shop',
  );
  return jsonReply(c, RECEIVED, { status: waiting > 0 ? 202 : 200 });
}

/** WooCommerce sends the number of a new webhook to it, unsigned, and saves it only after a 200. */
function isCreationPing(body: Uint8Array): boolean {
  return body.byteLength < 40 && /^webhook_id=\d+$/.test(new TextDecoder().decode(body));
}

/**
 * One that is too large has no signature that was verified, and its order is unknown: it waits as the only one of its
 * shop.
 */
function waitForAdmin(deps: Deps, { id: sourceId }: ShopSourceRow, orderId: string): Promise<void> {
  const at = deps.clock.now().toISOString();
  return inTransaction(deps.db, (trx) => noteUnreadable(trx, { sourceId, orderId, at }));
}

interface Message {
  readonly source: ShopSourceRow;
  readonly body: Uint8Array;
}

function isSigned(deps: Deps, c: AppContext, { source, body }: Message): boolean {
  const { id, kind, sealedSecret } = source;
  const secret = sealedSecret === null ? null : deps.shopSeal.open(id, sealedSecret);
  if (secret === null) return false;
  const message = {
    body,
    header: (name: string) => c.req.header(name),
    secretInAddress: c.req.query('secret'),
  };
  return isFromShop(kind, message, { secret, now: deps.clock.now() });
}

/** Returns how many lines wait for an admin. */
async function apply(deps: Deps, source: ShopSourceRow, event: ShopEvent): Promise<number> {
  const at = deps.clock.now().toISOString();
  const waiting = await inTransaction(deps.db, async (trx) => {
    await trx.updateTable('shopSources').set({ lastEventAt: at }).where('id', '=', source.id).execute();
    if (event.kind === 'paid') return takeOrder(trx, deps, event, { source, at });
    if (event.kind === 'refunded')
      return refundOrder(trx, { sourceId: source.id, orderId: event.orderId, at });
    if (event.kind === 'other') return 0;
    return disputeOrder(trx, {
      ...{ sourceId: source.id, orderId: event.orderId },
      isWon: event.kind === 'undisputed',
    });
  });
  if (event.kind === 'paid') deps.mails.scheduleDrain();
  return waiting;
}
