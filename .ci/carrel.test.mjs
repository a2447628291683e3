import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './programs.mjs';

const PROGRAM = join(root, '.ci', 'carrel.mjs');

it('runs a command with relative paths from where it was typed, and returns its exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-typed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options = { encoding: 'utf8', cwd: folder };
  const direct = spawnSync(process.execPath, [PROGRAM, 'check', 'backups'], options);
  // npm changes to the project's folder first.
  const env = { ...process.env, npm_lifecycle_event: 'carrel', INIT_CWD: folder };
  const script = spawnSync(process.execPath, [PROGRAM, 'check', 'backups'], { ...options, cwd: root, env });
  for (const { status, stdout } of [direct, script]) {
    expect(stdout).toContain(`${join(folder, 'backups')} has no manifest.json`);
    expect(status).toBe(1);
  }
  expect(spawnSync(process.execPath, [PROGRAM, 'nothing'], options).status).toBe(2);
}, 240_000);
