import type { Tables, Tx } from '../database/private-store.ts';

/*
 * Apart from reports.ts, whose shapes only admins' screens need.
 */

/** Of the keys of all reports in the state. */
export const REPORT_PREFIX = 'adminReport/';

/** For use inside a transaction over the state. */
export async function removeReports(tx: Tx): Promise<void> {
  await tx.state.where('key').startsWith(REPORT_PREFIX).delete();
}

export async function hasReports(tables: Pick<Tables, 'state'>): Promise<boolean> {
  return (await tables.state.where('key').startsWith(REPORT_PREFIX).count()) > 0;
}
