import type { Config } from '#sync-server/config.ts';
import type { RestoreIntent } from '#sync-server/epoch/restore-declaration.ts';
import type { RestoreExtent } from '../run/circumstances.ts';
import type { RestoredReceipts } from './stored-receipts.ts';

/** The database of the simulated server, from outside of the server. */
export interface ServerDatabase {
  /** Its part of the server's configuration. */
  readonly config: Partial<Config>;
  /** Resets every table to its initial rows, while the server has it open. */
  wipe(): void | Promise<void>;
  /** Kills the process. Returns what is done while it is down, so that it starts with what a kill leaves. */
  kill(): () => void | Promise<void>;
  /** Copies the database, beside the files of the backup. */
  backUp(): void | Promise<void>;
  /** Puts the copy in its place, while the server is down. Returns which receipts that keeps. */
  restore(extent: RestoreExtent, intent: RestoreIntent | null): RestoredReceipts | Promise<RestoredReceipts>;
  /** Lets go of the files of the closed database. */
  detach(): void;
  close(): void | Promise<void>;
}
