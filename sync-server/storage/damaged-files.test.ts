import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { openDeps } from '../open-deps.ts';

it.each([
  ['carrel.sqlite', 'Restore a backup with carrel restore.'],
  ['limits.sqlite', 'Delete it: the counters of attempts begin anew.'],
])('a start with a damaged %s says which file it is and what to do', async (name, advice) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'carrel-damaged-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const file = join(dataFolder, name);
  writeFileSync(file, 'not a database, but long enough to be read as one');
  const config = { ...readConfig({ CARREL_TRANSCODE: 'off', CARREL_SEED: 'none' }), dataFolder };
  const message = `${file} is damaged (file is not a database). ${advice}`;
  await expect(openDeps(config, pino({ level: 'silent' }))).rejects.toThrow(message);
});
