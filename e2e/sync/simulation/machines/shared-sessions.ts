import { getEpoch } from '#sync-server/epoch/epoch-queries.ts';
import type { Backend } from './backend.ts';
import type { ServerProcesses } from './server-processes.ts';

/** One session per user, which all of their devices share: a session of its own for each takes long. */
export class SharedSessions {
  readonly #backend: Backend;
  readonly #processes: ServerProcesses;
  readonly #sessions = new Map<string, Promise<string>>();
  /** The epoch in which they began; null while no device can begin another one. */
  #epoch: string | null = null;

  constructor(backend: Backend, processes: ServerProcesses) {
    this.#backend = backend;
    this.#processes = processes;
  }

  async signIn(userId: string): Promise<string> {
    await this.#forgetEnded();
    const session = this.#sessions.get(userId) ?? this.#issue(userId);
    this.#sessions.set(userId, session);
    // No session begins while the disk is full.
    session.catch(() => this.#sessions.delete(userId));
    return session;
  }

  forget(): void {
    this.#sessions.clear();
  }

  forgetOf(userId: string): void {
    this.#sessions.delete(userId);
  }

  /** After a restore, of which the server may not know yet: a device that shows it begins an epoch, at any time. */
  expectEpoch(): void {
    this.#epoch = '';
  }

  /** All sessions end when an epoch begins. */
  async #forgetEnded(): Promise<void> {
    if (this.#epoch === null) return;
    const epoch = await getEpoch(this.#processes.deps.db);
    if (epoch !== this.#epoch) this.#sessions.clear();
    this.#epoch = epoch;
  }

  async #issue(userId: string): Promise<string> {
    const { deps } = this.#processes;
    const row = await this.#backend.findCallerRow(deps.db, userId);
    if (row === undefined) throw new Error(`There is no ${userId}`);
    return this.#backend.issueTestToken(deps, row);
  }
}
