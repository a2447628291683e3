import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { findLiveUser } from '../sessions/session-queries.ts';
import type { ChangeRange, ChangeWatch } from './change-watch.ts';
import { findConcerned } from './concern-queries.ts';
import { NoticeQueue } from './notice-queue.ts';
import type { PushPosition, ReadPushedPage } from './pushed-page.ts';

const HEARTBEAT_INTERVAL_MS = 25_000;
const STREAMS_PER_PERSON_MAX = 8;
/** The limit of unread data before a client is disconnected; it reconnects and pulls. */
const UNREAD_MAX = 16;

const PULL = 'data: pull\n\n';
const HEARTBEAT = ': still here\n\n';
const encoder = new TextEncoder();

interface OpenStream {
  readonly caller: Caller;
  isAdmin: boolean;
  /** Where the device is, if it accepts changes; null: it only gets hints. */
  position: PushPosition | null;
  /** The last event has been sent. */
  sent: Promise<void>;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

interface StreamDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly changes: ChangeWatch;
  readonly readPushed: ReadPushedPage;
}

/**
 * Streams that send "pull" (docs/protocol.md, Events) to users whom a change concerns, or few and small changes
 * themselves to a device that asks for them. Both are hints: a client that misses one pulls later anyway.
 * - Many streams are notified one after the other ({@link NoticeQueue}).
 * - A stream sends "pull" when it opens, because earlier changes may have been missed.
 * - With each heartbeat, and when its user's row changed, the session is checked again; an ended session ends
 *   the stream.
 * - Each user has a few streams at most; a new one ends the oldest, whose connection may be dead.
 */
export class EventStreams {
  readonly #deps: StreamDeps;
  readonly #open = new Set<OpenStream>();
  /** The open streams of each user, in the order in which they were opened. */
  readonly #byUser = new Map<string, Set<OpenStream>>();
  readonly #notices = new NoticeQueue<OpenStream>((stream) => this.#announce(stream));
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    deps.changes.listen((range) => this.#notify(range));
  }

  open(caller: Caller, { isPushed = false } = {}): ReadableStream<Uint8Array> {
    this.#timer ??= setInterval(() => void this.sendHeartbeats(), HEARTBEAT_INTERVAL_MS).unref();
    let stream: OpenStream | undefined;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const isAdmin = caller.role === 'admin';
          const position = { sequence: this.#deps.changes.sequence, scope: isAdmin ? 'all' : 'own' } as const;
          const sent = Promise.resolve();
          stream = { caller, isAdmin, position: isPushed ? position : null, sent, controller };
          this.#add(stream);
          this.#send(stream, PULL);
        },
        cancel: () => {
          if (stream !== undefined) this.#forget(stream);
        },
      },
      { highWaterMark: UNREAD_MAX },
    );
  }

  /**
   * Checks every session again and sends a heartbeat to those that are still live. Never rejects: while the database
   * cannot be read, the streams stay open until the next check.
   */
  async sendHeartbeats(): Promise<void> {
    // On a busy machine, checking thousands may take longer than the interval.
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      for (const stream of [...this.#open])
        if (await this.#isStillAuthorised(stream)) this.#send(stream, HEARTBEAT);
    } catch (error) {
      this.#deps.log.error({ error: String(error) }, 'the sessions of event streams could not be checked');
    } finally {
      this.#isChecking = false;
    }
  }

  /** Ends all streams; new ones may still be opened until the server is closed. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const stream of [...this.#open]) this.#end(stream);
    this.#notices.clear();
  }

  get count(): number {
    return this.#open.size;
  }

  async #notify(range: ChangeRange): Promise<void> {
    if (this.#open.size === 0) return;
    const { people, hasCourses, members } = await findConcerned(this.#deps.db, range);
    const audience: OpenStream[] = [];
    for (const stream of [...this.#open]) {
      const { id } = stream.caller;
      const isOwn = people.has(id);
      if (isOwn && !(await this.#isStillAuthorised(stream))) continue;
      if (isOwn || members.has(id) || (hasCourses && stream.isAdmin)) audience.push(stream);
    }
    this.#notices.add(audience);
  }

  /** Whether the session is still live; ends the stream when it is not. */
  async #isStillAuthorised(stream: OpenStream): Promise<boolean> {
    const { caller } = stream;
    const now = this.#deps.clock.now();
    const user = await findLiveUser(this.#deps.db, caller, now);
    const isOver = caller.claims.expiresAtSeconds * 1_000 <= now.getTime();
    if (user === undefined || isOver) {
      this.#end(stream);
      return false;
    }
    stream.isAdmin = user.role === 'admin';
    return true;
  }

  /** Events of a stream are sent in order; each begins where the one before ended. */
  #announce(stream: OpenStream): void {
    if (stream.position === null) this.#send(stream, PULL);
    else stream.sent = stream.sent.then(async () => this.#send(stream, await this.#readEvent(stream)));
  }

  async #readEvent(stream: OpenStream): Promise<string> {
    const { position, caller } = stream;
    const seen = this.#deps.changes.sequence;
    try {
      // An ended session gets nothing, and its stream is closed.
      if (position === null || !(await this.#isStillAuthorised(stream))) return PULL;
      const page = await this.#deps.readPushed(caller.id, position, seen);
      stream.position = { ...position, sequence: page?.sequence ?? Math.max(position.sequence, seen) };
      return page === null ? PULL : `data: ${JSON.stringify(page)}\n\n`;
    } catch (error) {
      this.#deps.log.error({ error: String(error) }, 'changes could not be read for an event');
      return PULL;
    }
  }

  #send(stream: OpenStream, text: string): void {
    if (!this.#open.has(stream)) return;
    if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(encoder.encode(text));
    else this.#end(stream);
  }

  /** Ends the oldest streams of the user that are too many. */
  #add(stream: OpenStream): void {
    const own = this.#byUser.get(stream.caller.id) ?? new Set();
    for (const oldest of own) {
      if (own.size < STREAMS_PER_PERSON_MAX) break;
      this.#end(oldest);
    }
    this.#byUser.set(stream.caller.id, own.add(stream));
    this.#open.add(stream);
  }

  #end(stream: OpenStream): void {
    if (this.#forget(stream)) stream.controller.close();
  }

  #forget(stream: OpenStream): boolean {
    this.#notices.remove(stream);
    const own = this.#byUser.get(stream.caller.id);
    own?.delete(stream);
    if (own?.size === 0) this.#byUser.delete(stream.caller.id);
    return this.#open.delete(stream);
  }
}
