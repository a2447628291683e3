import * as v from 'valibot';
import { done } from '#pwa/device/indexed-db.ts';
import { Command } from '#schema/commands/all-commands.ts';
import type { Member, SimulationRun } from '../run/simulation-run.ts';
import { OlderConnection } from './older-connection.ts';
import { OlderLock } from './older-lock.ts';
import { newRow, type ReleasedCommand, ReleasedRow, requestOf } from './released-app.ts';

const ProgressRow = v.looseObject({
  completedAt: v.nullable(v.string()),
  completedUpdatedAt: v.nullable(v.string()),
  positionUpdatedAt: v.nullable(v.string()),
});

/** The parts of a command that the page does not set. */
type Made<C> = C extends ReleasedCommand ? Pick<C, 'kind' | 'args'> : never;
export type ReleasedEdit = Made<ReleasedCommand>;

/**
 * A page of an earlier release, with a connection of its own to the store of its user. It queues commands, sends
 * them one by one, and stores acks; what it cannot send waits for the next version, with what follows in the same
 * place.
 */
export class OlderPage {
  readonly #run: SimulationRun;
  readonly #member: Member;
  readonly userId: string;
  readonly connection: OlderConnection;
  readonly lock: OlderLock;
  #isDying = false;
  #isSending = false;

  constructor(run: SimulationRun, member: Member, database: IDBDatabase) {
    const { device, userId } = member;
    this.#run = run;
    this.#member = member;
    this.userId = userId;
    this.connection = new OlderConnection(device.disk, database);
    this.lock = new OlderLock({ device, userId, connection: this.connection });
  }

  async enqueue(edit: ReleasedEdit): Promise<void> {
    const { device } = this.#member;
    const id = `019b0000-0000-7000-8000-${String(++this.#run.markerCount).padStart(12, '0')}`;
    const createdAt = new Date(device.now()).toISOString();
    const command = { id, userId: this.userId, version: 1, createdAt, ...edit } as const;
    await this.connection.write(async ({ outbox, progress }) => {
      await done(outbox.add(newRow(command)));
      if (command.kind !== 'progress.save') return;
      for (const { lessonId, updatedAt, ...entry } of command.args.entries) {
        const known: unknown = await done(progress.get(lessonId));
        const row = { completedAt: null, completedUpdatedAt: null, ...(known ?? {}), ...entry };
        await done(progress.put({ ...row, lessonId, positionUpdatedAt: updatedAt, v: 1 }));
      }
    });
  }

  async saveDraft(id: string, value: object): Promise<void> {
    const updatedAt = new Date(this.#member.device.now()).toISOString();
    await this.connection.write(({ drafts }) => done(drafts.put({ id, value, updatedAt, v: 1 })));
  }

  /** A time after the last change of a lesson's progress, however the clock was set meanwhile. */
  async timeAfter(lessonId: string): Promise<string> {
    const stored = await this.connection.write(({ progress }) => done<unknown>(progress.get(lessonId)));
    const known = v.safeParse(ProgressRow, stored);
    const { completedUpdatedAt = null, positionUpdatedAt = null } = known.success ? known.output : {};
    const last = [completedUpdatedAt, positionUpdatedAt].map((time) => Date.parse(time ?? '') || 0);
    return new Date(Math.max(this.#member.device.now(), ...last.map((ms) => ms + 1))).toISOString();
  }

  /** Sends what it can, unless another page has the lock. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    await this.lock
      .hold(() => this.#sendNext())
      .finally(() => {
        this.#isSending = false;
      });
  }

  /** Sends, and ends before it can store that anything has arrived. */
  async sendAndDie(): Promise<void> {
    this.#isDying = true;
    await this.send();
  }

  /** Returns whether a command has arrived, and its ack is stored. */
  async #sendNext(): Promise<boolean> {
    const token = this.#findToken();
    const row = token === null ? null : await this.#claim();
    if (row === null) return false;
    const { method, path, body, ifMatch } = requestOf(row.command);
    const reply = await this.#member.device.fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: {
        ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...{ 'Idempotency-Key': row.id, ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }) },
      },
    });
    const isArrived = reply.status === 200 && reply.headers.get('Receipt') === row.id;
    if (!isArrived || this.#isDying || isPartial(row.command, await reply.text())) return false;
    await this.#acknowledge(row);
    return true;
  }

  /** Null when another user is signed in on the device. */
  #findToken(): string | null {
    const { knownUser, token } = this.#member.device.loaded;
    return knownUser.readKnownUser()?.id === this.userId ? token.readToken() : null;
  }

  async #claim(): Promise<ReleasedRow | null> {
    return this.connection.write(async ({ outbox }) => {
      const row = findSendable(await done(outbox.getAll()));
      if (row === null) return null;
      const claimed = { ...row, state: 'sending', attempts: row.attempts + 1 } as const;
      await done(outbox.put(claimed));
      return claimed;
    });
  }

  async #acknowledge({ order, id, command }: ReleasedRow): Promise<void> {
    const acknowledgedAt = new Date(this.#member.device.now()).toISOString();
    await this.connection.write(async ({ outbox }) => {
      const known = v.safeParse(ReleasedRow, await done(outbox.get(order)));
      // Another tab may have stored the ack, or a user discarded the command.
      if (!known.success || known.output.id !== id) return;
      await done(outbox.put({ ...known.output, state: 'acknowledged', lastStatus: 200, acknowledgedAt }));
    });
    this.#run.acknowledged.set(id, v.parse(Command, command));
  }
}

const AnyRow = v.looseObject({
  state: v.string(),
  command: v.looseObject({ kind: v.string(), args: v.record(v.string(), v.unknown()) }),
});
type AnyRow = v.InferOutput<typeof AnyRow>;

/** The first row that the page can send and that no row before it concerns. */
function findSendable(rows: unknown): ReleasedRow | null {
  const unsent = v.parse(v.array(AnyRow), rows).filter(({ state }) => state !== 'acknowledged');
  for (const [at, row] of unsent.entries()) {
    const parsed = v.safeParse(ReleasedRow, row);
    if (parsed.success && !unsent.slice(0, at).some((earlier) => concerns(earlier, row)))
      return parsed.output;
  }
  return null;
}

/** Whether a command is for the same row as another, or for a row around it. */
function concerns({ command: earlier }: AnyRow, { command }: AnyRow): boolean {
  const place = ['lessonId', 'moduleId', 'courseId'].find((name) => name in earlier.args);
  if (place === undefined) return earlier.kind === command.kind;
  return earlier.args[place] === command.args[place] || earlier.args.moduleId === command.args.moduleId;
}

const Progress = v.object({ entries: v.array(v.object({ lessonId: v.string() })) });

/** Whether the server left out progress in a course that is not unlocked: then the command waits. */
function isPartial(command: ReleasedCommand, replyText: string): boolean {
  if (command.kind !== 'progress.save') return false;
  const taken = v.safeParse(Progress, parse(replyText));
  const ids = new Set(taken.success ? taken.output.entries.map(({ lessonId }) => lessonId) : []);
  return command.args.entries.some(({ lessonId }) => !ids.has(lessonId));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
