import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestServer } from '../testing/test-server.ts';
import { declareRestore } from './restore-declaration.ts';

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-declared-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts and stops a server on this folder. Returns what was decided about each of its epochs. */
async function intentsAfterStart(dataFolder: string) {
  const server = await createTestServer({ dataFolder, keepData: true });
  const rows = await server.deps.db.selectFrom('epochs').selectAll().orderBy('number').execute();
  await server.close();
  return rows.map(({ restoreIntent }) => restoreIntent);
}

describe('a declared restore', () => {
  it.each(['keep', 'discard', null] as const)('begins one epoch with the decision %s', async (intent) => {
    const folder = folderForTest();
    expect(await intentsAfterStart(folder)).toEqual([null]);
    declareRestore(folder, intent);
    expect(await intentsAfterStart(folder)).toEqual([null, intent]);
    expect(existsSync(join(folder, 'restore.json'))).toBe(false);
    expect(await intentsAfterStart(folder)).toEqual([null, intent]);
  });

  it('that the watermark shows too begins one epoch, with its decision', async () => {
    const folder = folderForTest();
    await intentsAfterStart(folder);
    rmSync(join(folder, 'watermark.json'));
    declareRestore(folder, 'keep');
    expect(await intentsAfterStart(folder)).toEqual([null, 'keep']);
  });

  it('that cannot be read is one without a decision', async () => {
    const folder = folderForTest();
    await intentsAfterStart(folder);
    writeFileSync(join(folder, 'restore.json'), '{"intent":"per');
    expect(await intentsAfterStart(folder)).toEqual([null, null]);
  });

  it('of an empty folder begins only the first epoch', async () => {
    const folder = folderForTest();
    declareRestore(folder, 'keep');
    expect(await intentsAfterStart(folder)).toEqual([null]);
  });

  it('is written for its owner only', () => {
    const folder = folderForTest();
    declareRestore(folder, 'keep');
    expect(statSync(join(folder, 'restore.json')).mode & 0o077).toBe(0);
  });
});
