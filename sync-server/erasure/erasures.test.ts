import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForTest } from '#sync-server/backup/backup-for-test.ts';
import { Erasures } from './erasures.ts';

describe('the folder of erasures', () => {
  const erasedAt = '2026-11-21T08:00:00.000Z';
  const open = (erasuresPath: string) => new Erasures({ dataFolder: 'unused', erasuresPath });

  it('has a file for each process that deletes an account, and every process reads all of them', () => {
    const folder = folderForTest();
    // As before there was a folder.
    appendFileSync(join(folder, 'erasures.jsonl'), `${JSON.stringify({ userId: 'alice', erasedAt })}\n`);
    const [one, other] = [open(folder), open(folder)];
    one.append({ userId: 'bob', erasedAt });
    other.append({ userId: 'carol', erasedAt });
    one.append({ userId: 'dave', erasedAt });
    expect(readdirSync(folder)).toHaveLength(3);
    for (const erasures of [one, other, open(folder)]) {
      expect(
        erasures
          .list()
          .map(({ userId }) => userId)
          .sort(),
      ).toEqual(['alice', 'bob', 'carol', 'dave']);
    }
  });

  it('stays empty without a deleted account', () => {
    const folder = folderForTest();
    expect(open(folder).list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has to exist when the server starts', () => {
    const missing = join(folderForTest(), 'erasures');
    expect(() => open(missing)).toThrow(
      `CARREL_ERASURES names the folder ${missing}, which does not exist. Mount or create it`,
    );
  });

  it('has to be writable when the server starts, as the folder of a file has', () => {
    const path = join(folderForTest(), 'missing', 'erasures.jsonl');
    expect(() => open(path)).toThrow('CARREL_ERASURES: this process cannot read and write');
  });
});
