import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import * as v from 'valibot';

/** How far the database had come, stored beside it in a file that backups omit. */
const Watermark = v.object({ epoch: v.string(), sequence: v.number() });
export type Watermark = v.InferOutput<typeof Watermark>;

const FILE = 'watermark.json';

/** Null when the file is missing or unreadable. */
export function readWatermark(dataFolder: string): Watermark | null {
  try {
    const result = v.safeParse(Watermark, JSON.parse(readFileSync(join(dataFolder, FILE), 'utf8')));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/**
 * Writes the watermark. A failed write, as on a full disk, never fails the caller: an outdated watermark only
 * states less than it could. It is logged once and repeated by `retry`.
 */
export class WatermarkWriter {
  readonly #path: string;
  readonly #log: Logger;
  /** What has to be written. */
  #pending: Watermark | null = null;
  #hasFailed = false;

  constructor(dataFolder: string, log: Logger) {
    this.#path = join(dataFolder, FILE);
    this.#log = log;
  }

  async write(watermark: Watermark): Promise<void> {
    this.#pending = watermark;
    await this.retry();
  }

  /** Writes what could not be written before; does nothing if there is nothing. */
  async retry(): Promise<void> {
    const watermark = this.#pending;
    if (watermark === null) return;
    try {
      await replaceFile(this.#path, JSON.stringify(watermark));
    } catch (error) {
      if (!this.#hasFailed) {
        this.#log.error({ error: String(error) }, 'the watermark could not be written; it is tried again');
      }
      this.#hasFailed = true;
      return;
    }
    this.#pending = null;
    if (this.#hasFailed) this.#log.info(watermark, 'the watermark is written again');
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
