import pino from 'pino';
import type { App } from '#sync-server/app.ts';
import type { Config } from '#sync-server/config.ts';
import type { Deps } from '#sync-server/deps.ts';
import type { OpenDeps } from '#sync-server/open-deps.ts';
import type { Backend } from './backend.ts';
import { worldClock } from './clock.ts';

const clock = { now: () => new Date(worldClock.now()) };
const log = pino({ level: 'silent' });

interface Installation {
  readonly backend: Backend;
  readonly config: Config;
  /** How many processes serve, one request each after the other. */
  readonly count: number;
}

/** The processes of the simulated server, on one database. */
export class ServerProcesses {
  readonly #installation: Installation;
  #opened: readonly OpenDeps[] = [];
  #apps: readonly App[] = [];
  #requests = 0;

  private constructor(installation: Installation) {
    this.#installation = installation;
  }

  static async open(installation: Installation): Promise<ServerProcesses> {
    const processes = new ServerProcesses(installation);
    await processes.open();
    return processes;
  }

  /** Those of one process, which does what no request asks for. */
  get deps(): Deps {
    const [first] = this.#opened;
    if (first === undefined) throw new Error('The server has no process');
    return first.deps;
  }

  async open(): Promise<void> {
    const { backend, config, count } = this.#installation;
    const opened: OpenDeps[] = [];
    while (opened.length < count) opened.push(await backend.openDeps(config, log, clock));
    this.#opened = opened;
    this.forget();
  }

  /** Leaves no reply of an earlier run in their memory: a course has the same revisions again, with other texts. */
  forget(): void {
    this.#apps = this.#opened.map(({ deps }) => this.#installation.backend.createApp(deps));
    this.#requests = 0;
  }

  /** Of the process that serves the next request. */
  nextApp(): App {
    const app = this.#apps[this.#requests % this.#apps.length];
    this.#requests += 1;
    if (app === undefined) throw new Error('The server has no process');
    return app;
  }

  /** Waits until nothing is left to be written by a timer, at a time that no seed controls. */
  async settled(): Promise<void> {
    for (const { deps } of this.#opened) await deps.sessionUses.settled();
  }

  async close(): Promise<void> {
    for (const { close } of this.#opened) await close();
  }
}
