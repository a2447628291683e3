import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** The ids of the orders of shops of whose codes the person redeemed one. */
export const ordersOf = (eb: ExpressionBuilder<Tables, 'shopOrders'>, userId: string) =>
  eb
    .selectFrom('shopOrderCodes')
    .innerJoin('redemptions', 'redemptions.codeId', 'shopOrderCodes.codeId')
    .select('shopOrderCodes.shopOrderId')
    .where('redemptions.userId', '=', userId);
