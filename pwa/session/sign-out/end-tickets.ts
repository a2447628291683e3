import * as v from 'valibot';
import { exchange } from '#pwa/api/exchange.ts';
import { readItem, removeItem, writeItem } from '#pwa/device/local-storage.ts';
import { EndTicket } from '#schema/account/session.ts';
import { sessionEndpoints } from '#schema/endpoints/session-endpoints.ts';
import { END_TICKETS_MAX } from '#schema/limits.ts';

/*
 * Signing out takes effect at once, with or without a network, and is reported to the server as soon as it
 * can be reached: by a ticket that can only end this one session. The ticket of the current session has a key
 * of its own; those to be reported are in a list that outlives the page, the user and the next login, until
 * the server acknowledges them.
 *
 *   (token and ticket) ──sign out, or another session replaces it──> to be reported ──acknowledged──> removed
 */
const CURRENT_KEY = 'carrel.endTicket';
const PENDING_KEY = 'carrel.endTickets';
/** The interval between automatic attempts. */
const RETRY_AFTER_MS = 60_000;

const Pending = v.array(EndTicket);

/** Stores the ticket that came with a token. A ticket of another session that it replaces is reported. */
export function storeEndTicket(ticket: string | undefined): void {
  if (readItem(CURRENT_KEY) === (ticket ?? null)) return;
  queueEndTicket();
  if (ticket !== undefined) writeItem(CURRENT_KEY, ticket);
}

/** Queues the current session's ticket after the user signed out, to be reported to the server. */
export function queueEndTicket(): void {
  const ticket = readItem(CURRENT_KEY);
  if (ticket === null) return;
  const others = readPending().filter((pending) => pending !== ticket);
  writePending([...others, ticket].slice(-END_TICKETS_MAX));
  removeItem(CURRENT_KEY);
}

let triedAt = Number.NEGATIVE_INFINITY;
let sending: Promise<void> | null = null;

/**
 * Reports the sign-outs that the server has not acknowledged. Without a response they are reported again
 * later.
 */
export function sendEndTickets(): Promise<void> {
  sending ??= send().finally(() => {
    sending = null;
  });
  return sending;
}

/** The same, for callers that do not know whether there is anything to report: at most once a minute. */
export async function sendEndTicketsAgain(path: string): Promise<void> {
  const isOwn = path === sessionEndpoints.signOut.path;
  if (!isOwn && performance.now() - triedAt > RETRY_AFTER_MS) await sendEndTickets();
}

async function send(): Promise<void> {
  const tickets = readPending();
  if (tickets.length === 0) return;
  triedAt = performance.now();
  const { output } = await exchange(sessionEndpoints.signOut, { body: { tickets }, token: null });
  if (output !== null) writePending(readPending().filter((ticket) => !tickets.includes(ticket)));
}

function readPending(): string[] {
  try {
    const parsed = v.safeParse(Pending, JSON.parse(readItem(PENDING_KEY) ?? '[]'));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

function writePending(tickets: readonly string[]): void {
  if (tickets.length === 0) removeItem(PENDING_KEY);
  else writeItem(PENDING_KEY, JSON.stringify(tickets));
}
