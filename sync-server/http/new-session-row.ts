import { v7 as uuidv7 } from 'uuid';
import type { SessionRow } from '../db/account-tables.ts';
import type { Deps } from '../deps.ts';
import { deviceNameOf } from '../sessions/device-name.ts';
import { absoluteEnd } from '../sessions/session-queries.ts';
import { deviceIdOf } from './device-id-of.ts';
import type { AppContext } from './reply.ts';

export interface Origin {
  /** The id of the row, if it is derived from the token or cookie that the session comes from. */
  readonly id?: string;
  /** When the user authenticated; defaults to now. */
  readonly begunAt?: Date;
  /** The absolute limit of the session that this one continues. */
  readonly expiresAt?: string;
  /** The id of that session. */
  readonly continues?: string;
}

/** The row of a session that begins with this request. */
export function newSessionRow(
  deps: Deps,
  c: AppContext,
  userId: string,
  { id = uuidv7(), begunAt = deps.clock.now(), expiresAt = absoluteEnd(begunAt) }: Origin = {},
): Omit<SessionRow, 'endedAt'> {
  return {
    id,
    userId,
    deviceId: deviceIdOf(c),
    deviceName: deviceNameOf(c.req.header('User-Agent')),
    endTicketHash: deps.endTickets.hashOf(deps.endTickets.ticketOf(id)),
    createdAt: begunAt.toISOString(),
    lastSeenAt: deps.clock.now().toISOString(),
    expiresAt,
  };
}
