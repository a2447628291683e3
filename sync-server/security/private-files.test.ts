import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findProjectRoot } from '../project-root.ts';
import { programFile } from '../testing/processes/program.ts';
import { dataFolderForTest } from '../testing/processes/server-process.ts';

const START_MS = 60_000;

/** Files below a folder that other users of the machine may read. */
function listOpen(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );
}

it('creates only files that its own user may read, also in a folder that was open before', {
  timeout: 2 * START_MS,
}, async () => {
  const dataFolder = dataFolderForTest();
  chmodSync(dataFolder, 0o755);
  // As an earlier version left them.
  mkdirSync(join(dataFolder, 'media'), { mode: 0o755 });
  writeFileSync(join(dataFolder, 'limits.sqlite'), '', { mode: 0o644 });
  const child = spawn('sh', ['-c', `umask 022; exec "${process.execPath}" "${programFile('main')}"`], {
    cwd: findProjectRoot(),
    env: { PATH: process.env.PATH, PORT: '0', CARREL_DATA: dataFolder, CARREL_TRANSCODE: 'off' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await expect.poll(() => output, { timeout: START_MS }).toContain('"started"');
  const url = /http:\S+/.exec(output)?.[0] ?? '';
  const reply = await fetch(`${url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@carrel.local' }),
  });
  expect(reply.status).toBe(200);
  const listPaths = () => readdirSync(dataFolder, { recursive: true, encoding: 'utf8' });
  await expect
    .poll(listPaths, { timeout: START_MS })
    .toContainEqual(expect.stringMatching(/^mail\/.*\.eml$/));
  expect(listPaths()).toEqual(
    expect.arrayContaining([
      ...['carrel.sqlite', 'carrel.sqlite-wal', 'carrel.sqlite-shm', 'limits.sqlite', 'secret'],
      ...[expect.stringMatching(/^media\/./), expect.stringMatching(/^thumbnails\/./)],
    ]),
  );
  expect(listOpen(dataFolder)).toEqual([]);
});
