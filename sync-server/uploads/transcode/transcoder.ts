import type { Logger } from 'pino';
import type { Clock } from '#sync-server/clock.ts';
import type { Database } from '#sync-server/db/open.ts';
import type { Lease } from '#sync-server/lease-queue/lease-queries.ts';
import { LeaseQueue } from '#sync-server/lease-queue/lease-queue.ts';
import type { FileStore } from '#sync-server/media-store/media-store.ts';
import { type Ffmpeg, findFfmpeg } from './ffmpeg.ts';
import { finishTranscode } from './transcode-queries.ts';
import { TranscodeWork } from './transcode-work.ts';

const ATTEMPTS_MAX = 3;
const FIRST_DELAY_MS = 30_000;
const PROBLEM_MAX_CHARACTERS = 800;

interface TranscoderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mediaStore: FileStore;
  readonly dataFolder: string;
  /** False: nothing is ever transcoded, as if ffmpeg were missing. */
  readonly isEnabled: boolean;
}

/**
 * Transcodes uploaded videos so that every device can play them, one at a time and at the lowest priority, as a
 * {@link LeaseQueue}:
 *
 *     leased --done--> lessons show the new video (encoded, repacked)
 *       |------------> nothing to do (fit, unused)
 *       '------------> failed (the third time)
 *
 * - The original is shown until the new video replaces it, in one transaction.
 * - A stop does not count as an attempt. After three failures the original stays.
 */
export class Transcoder {
  readonly #parts: TranscoderParts;
  readonly #queue: LeaseQueue<Lease>;
  #ffmpeg: Promise<Ffmpeg | null> | null = null;

  constructor(parts: TranscoderParts) {
    const { db, clock, log } = parts;
    this.#parts = parts;
    this.#queue = new LeaseQueue<Lease>({
      ...{ db, clock, log },
      work: {
        table: 'transcodes',
        read: async (_trx, lease) => lease,
        run: (lease, signal) => this.#transcode(lease, signal),
        reportFailure: ({ id: fileId, attempts }, { problem }) =>
          log.error({ fileId, attempts, problem }, 'transcoding failed'),
        delayMs: (attempts) => FIRST_DELAY_MS * 4 ** (attempts - 1),
        limit: {
          attemptsMax: ATTEMPTS_MAX,
          giveUp:
            ({ id }, lastProblem) =>
            (trx) =>
              finishTranscode(trx, id, { outcome: 'failed', lastProblem }),
        },
        stopGraceMs: 0,
        isStopAttempt: false,
        problemMaxCharacters: PROBLEM_MAX_CHARACTERS,
        queueFailure: 'the transcoding queue failed',
      },
    });
  }

  /** Whether videos can be transcoded here; detected once. */
  async isAvailable(): Promise<boolean> {
    return (await this.#find()) !== null;
  }

  /** Schedules a run of the due jobs. */
  scheduleDrain(): void {
    setImmediate(() => void this.drain());
  }

  /** Runs the due jobs, and resolves when each was attempted once. Never rejects. */
  async drain(): Promise<void> {
    if ((await this.#find()) !== null) await this.#queue.drain();
  }

  /** Stops: the current job is returned to the queue. Resolves when no child process is running any more. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }

  #find(): Promise<Ffmpeg | null> {
    this.#ffmpeg ??= this.#parts.isEnabled ? findFfmpeg() : Promise.resolve(null);
    return this.#ffmpeg;
  }

  async #transcode({ id: fileId, attempts }: Lease, signal: AbortSignal): Promise<null> {
    const { log } = this.#parts;
    const startedMs = performance.now();
    const ffmpeg = await this.#find();
    if (ffmpeg === null) throw new Error('ffmpeg is absent');
    const work = new TranscodeWork({ ...this.#parts, ffmpeg, signal });
    const outcome = await work.run(fileId);
    log.info(
      { fileId, outcome, attempts, ms: Math.round(performance.now() - startedMs) },
      'transcoding finished',
    );
    return null;
  }
}
