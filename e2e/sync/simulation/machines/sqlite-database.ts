import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareRestore, type RestoreIntent } from '#sync-server/epoch/restore-declaration.ts';
import type { RestoreExtent } from '../run/circumstances.ts';
import { BEGINNING } from './backend.ts';
import type { ServerDatabase } from './server-database.ts';
import { compareReceipts, copyDatabase, type RestoredReceipts, readReceipts } from './stored-receipts.ts';
import { createWiper, type Wiper } from './wipe.ts';

const DATABASE = 'carrel.sqlite';
const LIMITS = 'limits.sqlite';
const WATERMARK = 'watermark.json';

/** The files of the database in a data folder. */
export class SqliteDatabase implements ServerDatabase {
  readonly config = {};
  readonly #dataFolder: string;
  readonly #beginning: string;
  readonly #backup: string;
  readonly #wipers: readonly Wiper[];

  /** @param backup the folder of the backup */
  constructor(dataFolder: string, backup: string) {
    this.#dataFolder = dataFolder;
    this.#backup = backup;
    this.#beginning = join(dataFolder, '..', BEGINNING);
    this.#wipers = [DATABASE, LIMITS].map((name) =>
      createWiper(this.#path(name), join(this.#beginning, name)),
    );
  }

  wipe(): void {
    for (const wiper of this.#wipers) wiper.wipe();
    cpSync(join(this.#beginning, WATERMARK), this.#path(WATERMARK));
  }

  /**
   * The bytes of this instant, also inside a transaction. The watermark is one of the files: the process ends only when
   * its requests have, and notes changes that the bytes lack.
   */
  kill(): () => void {
    const files = [DATABASE, `${DATABASE}-wal`, WATERMARK]
      .map((name) => this.#path(name))
      .filter((path) => existsSync(path));
    const bytes = files.map((path) => [path, readFileSync(path)] as const);
    return () => {
      this.detach();
      for (const [path, content] of bytes) writeFileSync(path, content);
    };
  }

  backUp(): void {
    if (existsSync(this.#path(WATERMARK))) cpSync(this.#path(WATERMARK), join(this.#backup, WATERMARK));
    copyDatabase(this.#path(DATABASE), join(this.#backup, DATABASE));
  }

  /** With the whole folder, the counters are gone. */
  restore(extent: RestoreExtent, intent: RestoreIntent | null): RestoredReceipts {
    const backup = join(this.#backup, DATABASE);
    const receipts = compareReceipts(readReceipts(this.#path(DATABASE)), readReceipts(backup));
    this.detach();
    cpSync(backup, this.#path(DATABASE));
    const isWhole = extent === 'wholeFolder';
    const watermark = join(this.#backup, WATERMARK);
    if (extent !== 'database') rmSync(this.#path(WATERMARK), { force: true });
    if ((isWhole || extent === 'withWatermark') && existsSync(watermark))
      cpSync(watermark, this.#path(WATERMARK));
    if (isWhole)
      for (const name of [LIMITS, `${LIMITS}-wal`, `${LIMITS}-shm`])
        rmSync(this.#path(name), { force: true });
    if (intent !== null) declareRestore(this.#dataFolder, intent);
    return receipts;
  }

  detach(): void {
    for (const wiper of this.#wipers) wiper.close();
    for (const ending of ['-wal', '-shm']) rmSync(this.#path(DATABASE) + ending, { force: true });
  }

  close(): void {
    for (const wiper of this.#wipers) wiper.close();
  }

  #path(name: string): string {
    return join(this.#dataFolder, name);
  }
}
