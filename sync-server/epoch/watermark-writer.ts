import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { PositionNotes } from './restore-evidence.ts';
import { WATERMARK_FILE, type Watermark } from './watermark.ts';

interface WriterParts {
  readonly dataFolder: string;
  readonly log: Logger;
}

/**
 * Writes the watermark. A failed write, as on a full disk, never fails the caller: an outdated
 * watermark only states less than it could. It is logged once and repeated by `retry`.
 */
export class WatermarkWriter implements PositionNotes {
  readonly #parts: WriterParts;
  /** The watermark that is still to be written. */
  #pending: Watermark | null = null;
  #hasFailed = false;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  async write(watermark: Watermark): Promise<void> {
    this.#pending = watermark;
    await this.retry();
  }

  /** Writes what could not be written before; does nothing if there is nothing. */
  async retry(): Promise<void> {
    const { dataFolder, log } = this.#parts;
    const watermark = this.#pending;
    if (watermark === null) return;
    try {
      await replaceFile(join(dataFolder, WATERMARK_FILE), JSON.stringify(watermark));
    } catch (error) {
      if (!this.#hasFailed) {
        log.error({ error: String(error) }, 'the watermark could not be written; it is tried again');
      }
      this.#hasFailed = true;
      return;
    }
    this.#pending = null;
    if (this.#hasFailed) log.info(watermark, 'the watermark is written again');
    this.#hasFailed = false;
  }
}

/** Written to a temporary file and renamed: a kill leaves the old one or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporaryPath = `${path}.new`;
  const file = await open(temporaryPath, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, path);
}
