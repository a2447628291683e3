import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { Drain } from '../turns/drain.ts';
import { findRegrade, regradePage } from './regrade-queries.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Grades the attempts at tests again whose keys were corrected, a page in a transaction of its own. */
export class Regrades extends Drain {
  constructor({ db, clock, log }: Parts) {
    super({
      doPiece: async () => {
        if ((await findRegrade(db)) === undefined) return false;
        await inTransaction(db, (trx) => regradePage(trx, clock.now().toISOString()));
        return true;
      },
      onError: (error) => log.error({ error: String(error) }, 'attempts could not be graded again'),
    });
  }
}
