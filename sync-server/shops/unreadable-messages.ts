import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { SHOP_TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import type { Trx } from '../db/transaction.ts';

/** No shop names a line like this: names of lines have no blanks at their ends. */
const WHOLE_MESSAGE = ' message';

interface Unreadable {
  readonly sourceId: string;
  /** The shop's number of the order; '' for none that is known. */
  readonly orderId: string;
  /** ISO time. */
  readonly at: string;
}

/**
 * Has a message wait for an admin that Carrel cannot read: repeating it would change nothing, and shops end a webhook that
 * fails. A repeat after the admin's decision waits again. All that name no order are one.
 */
export async function noteUnreadable(trx: Trx, { sourceId, orderId, at }: Unreadable): Promise<void> {
  const nothing = { product: '', quantity: 0, email: '' };
  const state = 'unreadable';
  await trx
    .insertInto('shopOrders')
    .values({ ...nothing, id: uuidv7(), sourceId, orderId, line: WHOLE_MESSAGE, receivedAt: at, state })
    .onConflict((conflict) =>
      conflict.columns(['sourceId', 'orderId', 'line']).doUpdateSet({ receivedAt: at, state }),
    )
    .execute();
}

const Reference = v.union([v.string(), v.number()]);
const Named = v.looseObject({
  id: v.optional(Reference),
  sale_id: v.optional(Reference),
  data: v.optional(v.unknown()),
});

/** Finds the number of the order in what else may be wrong with the message; a digest of it otherwise. */
export function orderIdOf(body: Uint8Array): string {
  const found = findOrderId(parse(new TextDecoder().decode(body)));
  return found ?? createHash('sha256').update(body).digest('hex').slice(0, 12);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

/** Of Stripe (`data.object.id`), of a standard shop (`data.id`), or of the order itself. */
function findOrderId(message: unknown): string | null {
  if (!v.is(Named, message)) return null;
  const { data, id, sale_id } = message;
  if (v.is(v.object({ object: v.unknown() }), data)) return findOrderId(data.object);
  const inner = data === undefined ? null : findOrderId(data);
  const text = String(inner ?? sale_id ?? id ?? '').trim();
  return text === '' ? null : text.slice(0, SHOP_TEXT_MAX_CHARACTERS);
}
