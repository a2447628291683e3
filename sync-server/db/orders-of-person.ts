import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

interface Person {
  readonly id: string;
  /** In small letters. */
  readonly email: string;
}

/**
 * Orders of shops with the person's email, of whose codes they redeemed one. Anybody may have an account with the email
 * of an order. Orders of versions before have the email as the buyer wrote it.
 */
export const isOrderOf = (eb: ExpressionBuilder<Tables, 'shopOrders'>, { id, email }: Person) =>
  eb.and([
    eb(eb.fn('lower', ['shopOrders.email']), '=', email),
    eb(
      'shopOrders.id',
      'in',
      eb
        .selectFrom('shopOrderCodes')
        .innerJoin('redemptions', 'redemptions.codeId', 'shopOrderCodes.codeId')
        .select('shopOrderCodes.shopOrderId')
        .where('redemptions.userId', '=', id),
    ),
  ]);
