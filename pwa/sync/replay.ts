import { type Command, commandRequest } from '#schema/commands.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#schema/protocol.ts';
import type { Answer } from '../api/answer.ts';
import { exchange } from '../api/exchange.ts';
import { write } from '../store/access.ts';
import { updateCanary } from '../store/canary.ts';
import { type OutboxRow, readUnsent } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { findIdentity, type Identity } from './identity.ts';
import type { KeepLead } from './leader.ts';
import { decideOutcome } from './outcome.ts';
import { pickNext } from './schedule.ts';
import { settle } from './settle.ts';

/*
 * One drain of one person's outbox.
 *
 *            ┌──────────────────────── ack, refusal, retry later ───────────────────────┐
 *            v                                                                          │
 *   ──> identify ──> claim ──────────> send ──────────> decide ──────────> settle ──────┤
 *          │           │ none is due    (no lock, no                                    │ no answer, or
 *          v           v                transaction held)                               v the session ended
 *       nobody       drained                                                         stopped
 *
 * What holds at every step, also when the page dies right after it:
 * - claim: the row says `sending` and one attempt more before anything leaves the device. A row found
 *   `sending` later was cut off; it is sent again under the same key and the receipt answers.
 * - send: every request carries its command's id as key and the token of the command's own person.
 * - settle: the ack and its effects are durable before the next command is sent.
 * A command leaves the queue by an ack or by the person's word, in no other way.
 */

export interface DrainPorts {
  identify(): Identity | null;
  send(command: Command, token: string): Promise<Answer>;
  now(): number;
  random(): number;
  keepLead: KeepLead;
  readonly isEager: boolean;
  /** Hears of each step as it is done. Tests die here. */
  onStep?(step: 'identified' | 'claimed' | 'sent' | 'settled'): void;
  onAcknowledged?(command: Command): void;
}

export interface DrainResult {
  readonly end: 'drained' | 'nobody' | 'stopped';
  /** When the next command becomes due, in ms; null when none waits for its time. */
  readonly wakeAt: number | null;
}

/**
 * Sends what is due, one by one, until nothing is, the network fails or the session ends.
 *
 * @throws {StoreGoneError} when the person signs out meanwhile
 */
export async function drain(store: PrivateStore, ports: DrainPorts): Promise<DrainResult> {
  for (;;) {
    const identity = ports.identify();
    if (identity === null || identity.userId !== store.userId) return { end: 'nobody', wakeAt: null };
    ports.onStep?.('identified');
    const { row, wakeAt } = await claimNext(store, ports);
    if (row === null) return { end: 'drained', wakeAt };
    ports.onStep?.('claimed');
    const isStopped = await sendAndSettle(store, row, { ...ports, token: identity.token });
    if (isStopped) return { end: 'stopped', wakeAt: null };
    if (!(await ports.keepLead())) return { end: 'stopped', wakeAt: null };
  }
}

/** Picks the next command and marks it as under way, in one transaction. */
function claimNext(store: PrivateStore, { now, isEager }: DrainPorts) {
  return write(store, [store.outbox], async () => {
    const { row, wakeAt } = pickNext(await readUnsent(store), { now: now(), isEager });
    if (row === null) return { row, wakeAt };
    const claimed = { ...row, state: 'sending', attempts: row.attempts + 1 } satisfies OutboxRow;
    await store.outbox.put(claimed);
    return { row: claimed, wakeAt };
  });
}

async function sendAndSettle(
  store: PrivateStore,
  row: OutboxRow,
  ports: DrainPorts & { readonly token: string },
): Promise<boolean> {
  // A row of somebody else in this store would be a defect; it is never sent by this person's token.
  if (row.command.userId !== store.userId) throw new Error(`Command ${row.id} is not of this store's owner`);
  const answer = await ports.send(row.command, ports.token);
  ports.onStep?.('sent');
  const outcome = decideOutcome(row.command, answer);
  await settle(store, row, { answer, outcome, now: ports.now(), random: ports.random() });
  ports.onStep?.('settled');
  await updateCanary(store);
  if (outcome.kind === 'acknowledged') ports.onAcknowledged?.(row.command);
  // Where nobody or a stranger answers, the next command would fare no better. A 5xx may be this one's alone.
  return outcome.kind === 'paused' || (outcome.kind === 'retry' && answer.status < 400);
}

/** Sends one command as the request it stands for. */
function sendCommand(command: Command, token: string): Promise<Answer> {
  const { endpoint, path, body, headers } = commandRequest(command);
  const keyed = { ...headers, [IDEMPOTENCY_KEY_HEADER]: command.id };
  return exchange(endpoint, { path, body, token, headers: keyed });
}

export const realPorts = {
  identify: findIdentity,
  send: sendCommand,
  now: Date.now,
  random: Math.random,
  keepLead: async () => true,
  isEager: false,
} satisfies DrainPorts;
