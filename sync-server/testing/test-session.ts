import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { absoluteEnd, insertSession } from '../sessions/session-queries.ts';
import type { CallerRow } from '../sessions/user-queries.ts';

type Issuing = Pick<Deps, 'clock' | 'db' | 'endTickets' | 'sessions'>;

/** A token of a user who signed in at this moment, on a device that sent no id. */
export async function issueTestToken(
  deps: Issuing,
  user: Pick<CallerRow, 'id' | 'tokenVersion'>,
): Promise<string> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const id = uuidv7();
  const session = { id, expiresAt: absoluteEnd(now) };
  const endTicketHash = deps.endTickets.hashOf(deps.endTickets.ticketOf(id));
  const device = { deviceId: null, deviceName: 'Test device' };
  const row = { ...session, ...device, userId: user.id, endTicketHash, createdAt: at, lastSeenAt: at };
  await inTransaction(deps.db, (trx) => insertSession(trx, row));
  return deps.sessions.issue(user, now, session);
}
