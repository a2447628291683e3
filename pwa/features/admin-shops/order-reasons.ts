import { SHOP_QUANTITY_MAX } from '#schema/limits.ts';
import { countOf } from '#schema/messages/count.ts';
import { canSendCodes, type WaitingOrder } from '#schema/shops/shops.ts';

/** Why an order waits, and what to do where Carrel cannot do it. */
export function reasonOf(order: WaitingOrder): string {
  const { state, orderId, product, email, quantity } = order;
  switch (state) {
    case 'unmatched':
      return reasonOfUnmatched(order);
    case 'raised':
      return canSendCodes(order)
        ? `The order was edited: there are ${countOf(quantity, 'more piece')} of the product “${product}” than codes were sent for. Find out in the shop whether they are paid.`
        : `The order was edited: there are ${countOf(quantity, 'more piece')} of the product “${product}”, but at most ${SHOP_QUANTITY_MAX} codes are sent. If they are paid, generate codes and send them yourself.`;
    case 'bounced':
      return `The mail with the codes was refused for good: ${email} does not receive it. The buyer has no codes. Ask them for another address.`;
    case 'disputed':
      return 'The buyer disputes the payment. The codes still work. Answer the dispute in the shop; this entry goes when you have won it there.';
    case 'refundUsed':
      return 'This order was refunded after its code was used.';
    case 'unreadable':
      return orderId === ''
        ? 'The shop sent a message that is too large to be read, over one megabyte. If it is an order, generate codes and send them yourself; in the shop, switch off what plug-ins add to its messages.'
        : 'The shop sent a message that Carrel cannot read. Nothing was sent for it. Look at it in the shop; if it is an order of a course, generate codes and send them yourself.';
  }
}

function reasonOfUnmatched({ product, email, quantity }: WaitingOrder): string {
  if (product === '')
    return 'This order names no product: its session in Stripe has no payment link and no metadata “product”. No code was sent. If it is a course, generate codes and send them yourself.';
  if (canSendCodes({ product, email, quantity }))
    return `The product “${product}” unlocks no course yet. No code was sent.`;
  const problem =
    email === ''
      ? 'the order has no valid email'
      : quantity === 0
        ? 'the quantity is no whole number'
        : `at most ${SHOP_QUANTITY_MAX} are sent for one product`;
  return `No code was sent for the product “${product}”: ${problem}. Correct the order in the shop; or, if it is a course, generate codes and send them yourself.`;
}
