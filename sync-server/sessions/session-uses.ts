import type { Logger } from 'pino';
import { SESSION_SEEN_EVERY_MS } from '#schema/limits.ts';
import type { Clock } from '../clock.ts';
import { ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import { type SessionState, touchSessions } from './session-queries.ts';

/** So long uses are gathered: each write waits for the disk. */
const GATHER_MS = 500;

interface UsesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Records the last use of sessions, about once an hour each. No request waits for it: thousands of devices that come
 * back together would otherwise wait for a commit each. Uses of half a second share one.
 */
export class SessionUses {
  readonly #deps: UsesDeps;
  /** When each session was used last, by its id. */
  readonly #waiting = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: UsesDeps) {
    this.#deps = deps;
  }

  /** The session as it is with a use that is not written yet. */
  current(session: SessionState): SessionState {
    const lastSeenAt = this.#waiting.get(session.id) ?? '';
    return lastSeenAt > session.lastSeenAt ? { ...session, lastSeenAt } : session;
  }

  note({ id, lastSeenAt }: SessionState): void {
    const now = this.#deps.clock.now();
    // Runs with every request, and printing a time takes ten times as long as parsing one.
    if (Date.parse(lastSeenAt) > now.getTime() - SESSION_SEEN_EVERY_MS) return;
    this.#waiting.set(id, now.toISOString());
    this.#timer ??= setTimeout(() => void this.settled(), GATHER_MS).unref();
  }

  /** Writes every use so far. */
  settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting].slice(0, ROWS_PER_PIECE);
      const at =
        some
          .map(([, usedAt]) => usedAt)
          .sort()
          .at(-1) ?? '';
      const uses = { ids: some.map(([id]) => id), at, before: hourBefore(new Date(at)) };
      try {
        await inTransaction(this.#deps.db, (trx) => touchSessions(trx, uses));
      } catch (error) {
        // No request fails because of this, even on a full disk; the next one of the session tries again.
        this.#deps.log.warn({ error: String(error) }, 'the last use of a session could not be recorded');
      }
      for (const [id, usedAt] of some) if (this.#waiting.get(id) === usedAt) this.#waiting.delete(id);
      await untilNextTurn();
    }
  }
}

const hourBefore = (now: Date): string => new Date(now.getTime() - SESSION_SEEN_EVERY_MS).toISOString();
