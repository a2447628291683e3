import { v7 as uuidv7 } from 'uuid';
import { absoluteEnd, insertSession } from '../auth/session/session-queries.ts';
import type { CallerRow } from '../auth/session/user-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';

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
