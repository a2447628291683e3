import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { findProjectRoot } from '#sync-server/project-root.ts';
import { FORM_TYPE } from '#sync-server/uploads/uploads-for-test.ts';
import { databaseFor } from '../postgres/test-database.ts';
import { programFile } from './program.ts';

const START_TIMEOUT_MS = 60_000;
const SECRET = 'the same secret for all processes of a test';
const admin = { email: 'admin@example.org', password: 'a lamp on every desk' };

interface ProcessOptions {
  readonly dataFolder: string;
  /** Largest file that the process may write, in blocks of 512 bytes: simulates a full disk. */
  readonly fileBlocks?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export function dataFolderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The server as a separate process, without ffmpeg, that ends with the running test. */
export async function startServerProcess({ dataFolder, fileBlocks, environment }: ProcessOptions) {
  const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks}; `;
  const command = `${limit}exec "${process.execPath}" "${programFile('main')}"`;
  const databaseUrl = await databaseFor(dataFolder);
  const child = spawn('sh', ['-c', command], {
    cwd: findProjectRoot(),
    env: {
      ...process.env,
      ...{ PORT: '0', CARREL_DATA: dataFolder, CARREL_SEED: 'none', CARREL_TRANSCODE: 'off', PUBLIC_URL: '' },
      ...{ CARREL_ADMIN_EMAIL: admin.email, CARREL_ADMIN_PASSWORD: admin.password },
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, CARREL_SECRET: SECRET }),
      ...environment,
    },
  });
  onTestFinished(() => stop(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const url = await waitFor(
    () => {
      const found = /ready at (\S+)/.exec(output)?.[1];
      if (found === undefined) throw new Error(output);
      return found;
    },
    { timeout: START_TIMEOUT_MS },
  );
  return {
    url,
    pid: child.pid ?? 0,
    kill: () => stop(child),
    end: () => stop(child, 'SIGTERM'),
    output: () => output,
  };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Resident memory of a process in MB: current, and its peak. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
  return { now: mb('VmRSS'), most: mb('VmHWM') };
}

/** An admin's client of a server over the network. */
export async function signInAdmin(url: string) {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response: unknown = await (await fetch(`${url}/api/${path}`, init)).json();
    return response;
  };
  const { token } = v.parse(v.looseObject({ token: v.string() }), await post('auth/admin/login', admin));
  const addLessons = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, (_, i) => `lesson-${i + 1}`);
    await post(
      'admin/courses',
      { id: 'knots', title: 'Knots', description: 'Ten', instructor: 'Ines' },
      token,
    );
    await post('admin/courses/knots/modules', { id: 'first' }, token);
    for (const id of ids) await post('admin/modules/first/lessons', { id }, token);
    return ids;
  };
  const upload = (lessonId: string, form: Uint8Array) =>
    send(`${url}/api/admin/lessons/${lessonId}/upload-video`, token, form);
  return { token, addLessons, upload };
}

/** Sends a body from memory, without a copy for each request. */
function send(url: string, token: string, body: Uint8Array): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': FORM_TYPE,
      'Content-Length': body.byteLength,
    };
    const outgoing = request(url, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
