import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { DataFolderInUseError, lockDataFolder } from './lock-data-folder.ts';
import { dataFolderForTest } from './testing/processes/server-process.ts';

describe('the lock of the data folder', () => {
  it('is held until it is released', () => {
    const folder = dataFolderForTest();
    const release = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    release();
    lockDataFolder(folder)();
  });

  it('creates a folder that does not exist', () => {
    const folder = join(dataFolderForTest(), 'new', 'data');
    lockDataFolder(folder)();
    expect(existsSync(folder)).toBe(true);
  });

  it('is refused with what to do where there can be no folder', () => {
    const file = join(dataFolderForTest(), 'file');
    writeFileSync(file, '');
    const message = `CARREL_DATA: ${file} cannot be used (EEXIST: file already exists, mkdir '${file}'). Correct its owner or its mode, or name another folder.`;
    expect(() => lockDataFolder(file)).toThrow(new ConfigError(message));
  });
});
