import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findProjectRoot } from './project-root.ts';
import { programFile } from './testing/processes/program.ts';

const START_MS = 60_000;

class Process {
  readonly child: ChildProcess;
  out = '';
  err = '';
  readonly #isClosed: Promise<unknown>;

  constructor(environment: Record<string, string>) {
    this.child = spawn(process.execPath, [programFile('main')], {
      cwd: findProjectRoot(),
      env: { PATH: process.env.PATH, PORT: '0', CARREL_SEED: 'none', ...environment },
    });
    this.#isClosed = once(this.child, 'close');
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.out += chunk.toString();
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.err += chunk.toString();
    });
    onTestFinished(() => {
      this.child.kill('SIGKILL');
    });
  }

  /** The address that it prints when it is ready. */
  async ready(): Promise<string> {
    await expect.poll(() => this.err, { timeout: START_MS }).toMatch(/"started"/);
    await expect.poll(() => this.out, { timeout: START_MS }).toMatch(/http:\S+\n/);
    return /http:\S+/.exec(this.out)?.[0] ?? '';
  }

  /** Also after its last output was read. */
  async end(): Promise<number | null> {
    await this.#isClosed;
    return this.child.exitCode;
  }
}

function dataFolderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-main-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the process', () => {
  it('prints its address and, once, the admin, and exits cleanly within five seconds', {
    timeout: 4 * START_MS,
  }, async () => {
    const CARREL_DATA = dataFolderForTest();
    const begun = performance.now();
    const first = new Process({ CARREL_DATA });
    const url = await first.ready();
    const startMs = performance.now() - begun;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(first.out).toMatch(/email {5}admin@carrel\.local\n {2}password {2}\S{20}/);
    for (const line of first.err.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(statSync(join(CARREL_DATA, 'secret')).mode & 0o777).toBe(0o600);
    const secret = readFileSync(join(CARREL_DATA, 'secret'), 'utf8');
    expect(first.out + first.err).not.toContain(secret.trim());

    const stoppedAt = performance.now();
    first.child.kill('SIGTERM');
    expect(await first.end()).toBe(0);
    // The start needs more of the processor than the end: on a busy machine it says how slow that is.
    expect(performance.now() - stoppedAt).toBeLessThan(Math.max(5_000, startMs));

    const second = new Process({ CARREL_DATA });
    await second.ready();
    expect(second.out).not.toContain('password');
    expect(readFileSync(join(CARREL_DATA, 'secret'), 'utf8')).toBe(secret);
    second.child.kill('SIGINT');
    expect(await second.end()).toBe(0);
  });

  it('logs warnings of Node and of packages as lines like all others', async () => {
    const warn = "process.on('SIGUSR2', () => process.emitWarning('two\\nlines'))";
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(warn)}`;
    const server = new Process({ CARREL_DATA: dataFolderForTest(), NODE_OPTIONS });
    await server.ready();
    server.child.kill('SIGUSR2');
    await expect.poll(() => server.err).toContain('"warning":"two\\nlines"');
    server.child.kill('SIGTERM');
    await server.end();
    for (const line of server.err.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('exits with a message when its port is in use', { timeout: 4 * START_MS }, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const server = new Process({ CARREL_DATA: dataFolderForTest(), PORT: String(port) });
    expect(await server.end()).toBe(1);
    // The admin exists from now on, so the password that is shown only once was shown.
    expect(server.out).toMatch(/password {2}\S{20}/);
    expect(server.err).toContain(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or choose another port with PORT.\n`,
    );
  });

  it('exits with a message when another one uses its data folder, and touches nothing in it', {
    timeout: 4 * START_MS,
  }, async () => {
    const CARREL_DATA = dataFolderForTest();
    const first = new Process({ CARREL_DATA });
    await first.ready();
    // The second one would remove it at its start.
    const upload = join(CARREL_DATA, 'uploads', 'under-way');
    mkdirSync(dirname(upload), { recursive: true });
    writeFileSync(upload, 'half a video');
    const second = new Process({ CARREL_DATA });
    expect(await second.end()).toBe(1);
    expect(second.err).toContain(`Another Carrel server uses the data folder ${CARREL_DATA}.`);
    expect(existsSync(upload)).toBe(true);

    first.child.kill('SIGKILL');
    await first.end();
    const third = new Process({ CARREL_DATA });
    await third.ready();
    expect(existsSync(upload)).toBe(false);
  });

  it('refuses to start with an invalid value, and names it', { timeout: 4 * START_MS }, async () => {
    const server = new Process({ CARREL_DATA: dataFolderForTest(), CARREL_SECRET: 'short' });
    expect(await server.end()).toBe(1);
    expect(server.err).toContain('CARREL_SECRET must have at least 32 bytes');
  });
});
