import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { insertFile } from '../media/file-queries.ts';
import { storeText } from '../media/store-file.ts';
import type { TestServer } from '../testing/test-server.ts';

/** An empty folder that is removed when the test ends. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Stores a document with its row and returns its id. */
export async function addFile({ deps }: TestServer, text: string): Promise<string> {
  const file = await storeText(deps.mediaStore, text, { name: 'a.vtt', contentType: 'text/vtt' });
  await inTransaction(deps.db, (trx) => insertFile(trx, file));
  return file.id;
}
