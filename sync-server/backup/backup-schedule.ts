import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { BackupConfig } from '../config.ts';
import { runProgram } from '../uploads/transcode/run-program.ts';
import { findNewestBackup } from './backup-folders.ts';

const MINUTE_MS = 60_000;
/** The longest time between two looks, because a timer does not notice that the machine slept. */
const POLL_MS = 10 * MINUTE_MS;
const RETRY_MS = 15 * MINUTE_MS;
const TIMEOUT_MS = 24 * 60 * MINUTE_MS;

interface ScheduleParts {
  readonly backup: BackupConfig;
  readonly clock: Clock;
  readonly log: Logger;
  /** The arguments with which Node runs `carrel`. */
  readonly program: readonly string[];
}

/**
 * Runs `carrel backup` when the newest backup is older than the interval. It runs in a process of its own at the
 * lowest priority, because copying, hashing and checking a large database would delay every request.
 */
export class BackupSchedule {
  readonly #parts: ScheduleParts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#runAndWait();
  }

  /** Ends a backup that is running; the next one removes what it left. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  /** Makes a backup if one is due. Never rejects. */
  async runDue(): Promise<void> {
    if ((await this.#untilDueMs()) > 0 || this.#stopping.signal.aborted) return;
    const { backup, log, clock, program } = this.#parts;
    try {
      const output = await runBackup(program, backup, this.#stopping.signal);
      log.info(JSON.parse(output), 'backup made');
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#failedAtMs = clock.now().getTime();
      log.error({ error: String(error), folder: backup.folder }, 'backup failed');
    }
  }

  async #runAndWait(): Promise<void> {
    await this.runDue();
    const untilDueMs = await this.#untilDueMs();
    if (this.#stopping.signal.aborted) return;
    const waitMs = Math.min(Math.max(untilDueMs, 0), POLL_MS);
    this.#timer = setTimeout(() => this.start(), waitMs).unref();
  }

  async #untilDueMs(): Promise<number> {
    const { backup, clock } = this.#parts;
    const newest = await findNewestBackup(backup.folder);
    const nowMs = clock.now().getTime();
    const dueMs = newest === undefined ? nowMs : Date.parse(newest.manifest.takenAt) + backup.everyMs;
    return Math.max(dueMs, this.#failedAtMs + Math.min(RETRY_MS, backup.everyMs)) - nowMs;
  }
}

/** Returns the result as JSON. The process inherits the variables of the server. */
function runBackup(
  program: readonly string[],
  { folder, retainMs }: BackupConfig,
  signal: AbortSignal,
): Promise<string> {
  const retain = `${Math.max(1, Math.floor(retainMs / MINUTE_MS))}m`;
  const args = [...program, 'backup', folder, '--retain', retain, '--json'];
  return runProgram(process.execPath, args, { signal, timeoutMs: TIMEOUT_MS });
}
