import { open } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Clock } from '#sync-server/clock.ts';
import type { Database } from '#sync-server/db/open.ts';
import type { FileRow, TranscodeOutcome } from '#sync-server/db/tables.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { findFile } from '#sync-server/media/file-queries.ts';
import { measureFile } from '#sync-server/media-store/measure-file.ts';
import type { FileStore } from '#sync-server/media-store/media-store.ts';
import { removeUnneeded } from '#sync-server/media-store/remove-unneeded.ts';
import { mediaName, newFileId } from '#sync-server/media-store/stored-names.ts';
import { removeFiles, temporaryPath } from '#sync-server/media-store/temporary-files.ts';
import { listLessonsWith } from '../files/lesson-video-queries.ts';
import { containerOf } from '../files/video-container.ts';
import { isFaststart } from './faststart.ts';
import { type Ffmpeg, TRANSCODED_MAX_BYTES, type VideoSource } from './ffmpeg.ts';
import { planTranscode, type TranscodePlan } from './transcode-plan.ts';
import { finishTranscode, finishWithVideo } from './transcode-queries.ts';

interface WorkParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mediaStore: FileStore;
  /** For temporary files. */
  readonly dataFolder: string;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** Processes one video, from probing it to replacing it. */
export class TranscodeWork {
  readonly #parts: WorkParts;

  constructor(parts: WorkParts) {
    this.#parts = parts;
  }

  /** Throws when transcoding fails or is aborted; then nothing has changed. */
  async run(fileId: string): Promise<TranscodeOutcome> {
    const { db } = this.#parts;
    const file = await findFile(db, fileId);
    if (file === undefined || (await listLessonsWith(db, fileId)).length === 0) {
      return this.#finish(fileId, 'unused');
    }
    const container = containerOf(file.contentType);
    if (container === undefined) throw new Error(`${file.contentType} is no video`);
    const { demuxer } = container;
    return this.#parts.mediaStore.withLocalFile(mediaName(fileId), (path) =>
      this.#runOn(file, { path, demuxer }),
    );
  }

  async #runOn(file: FileRow, source: VideoSource): Promise<TranscodeOutcome> {
    const plan = await this.#plan(file, source);
    if (plan === null) {
      return this.#finish(file.id, 'failed', 'there are no moving pictures in it');
    }
    return plan.kind === 'fit' ? this.#finish(file.id, 'fit') : this.#make(file, source, plan);
  }

  async #plan(file: FileRow, source: VideoSource): Promise<TranscodePlan> {
    const probe = await this.#parts.ffmpeg.probe(source, this.#parts.signal);
    const isMp4 = file.contentType === 'video/mp4';
    return planTranscode(probe, { isMp4, isFaststart: isMp4 && (await isFaststart(source.path)) });
  }

  async #make(
    file: FileRow,
    source: VideoSource,
    plan: Exclude<TranscodePlan, { kind: 'fit' } | null>,
  ): Promise<TranscodeOutcome> {
    const { dataFolder, ffmpeg, signal } = this.#parts;
    const target = await temporaryPath(dataFolder);
    try {
      if (plan.kind === 'repack') await ffmpeg.repack(source, target, signal);
      else await ffmpeg.encode(source, target, { bitRateMax: plan.bitRateMax, signal });
      const { sizeBytes, digest } = await measureFile(target);
      if (sizeBytes === 0 || sizeBytes >= TRANSCODED_MAX_BYTES)
        throw new Error(`the new video has ${sizeBytes} bytes`);
      const fields = { name: file.name.replace(/\.\w+$/, '.mp4'), contentType: 'video/mp4' };
      const video = { id: newFileId(), ...fields, sizeBytes, digest };
      return await this.#show(file.id, video, target, plan.kind === 'repack' ? 'repacked' : 'encoded');
    } finally {
      await removeFiles(target);
    }
  }

  /** The bytes are flushed to disk before a row names them. */
  async #show(fileId: string, video: FileRow, output: string, outcome: TranscodeOutcome) {
    const { db, mediaStore } = this.#parts;
    const handle = await open(output, 'r+');
    await handle.sync().finally(() => handle.close());
    const name = mediaName(video.id);
    await mediaStore.moveIn(name, output);
    const at = this.#now();
    const isShown = await inTransaction(db, (trx) =>
      finishWithVideo(trx, fileId, { video, outcome, at }),
    ).catch(async (error: unknown) => {
      await removeUnneeded(this.#parts, name);
      throw error;
    });
    if (!isShown) await removeUnneeded(this.#parts, name);
    return isShown ? outcome : 'unused';
  }

  async #finish(fileId: string, outcome: TranscodeOutcome, lastProblem?: string): Promise<TranscodeOutcome> {
    const finish = { outcome, ...(lastProblem === undefined ? {} : { lastProblem }) };
    await inTransaction(this.#parts.db, (trx) => finishTranscode(trx, fileId, finish));
    return outcome;
  }

  #now(): string {
    return this.#parts.clock.now().toISOString();
  }
}
