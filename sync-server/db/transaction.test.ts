import { describe, expectTypeOf, it } from 'vitest';
import type { Deps } from '../deps.ts';
import type { Db } from './open.ts';
import type { ReadTrx, Trx } from './transaction.ts';

type ReadContext = 'selectFrom' | 'getExecutor';

/** The compiler judges these (`npm run check`); they do nothing when they run. */
describe('the query interfaces', () => {
  it('cannot write without a writing transaction', () => {
    expectTypeOf<keyof Db>().toEqualTypeOf<ReadContext>();
    expectTypeOf<keyof Deps['db']>().toEqualTypeOf<ReadContext | 'transaction' | 'destroy'>();
    expectTypeOf<keyof ReadTrx>().toEqualTypeOf<ReadContext | 'isTransaction'>();
  });

  it('reads as of one moment only within a transaction', () => {
    expectTypeOf<Trx>().toExtend<ReadTrx>();
    expectTypeOf<ReadTrx>().toExtend<Db>();
    expectTypeOf<Deps['db']>().not.toExtend<ReadTrx>();
  });
});
