import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { freePort } from '#e2e/world/free-port.ts';
import { EnginePage } from './commands.ts';
import type { Engine } from './engine.ts';
import { endGroup, retryUntilReady, startGroup } from './processes.ts';

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));
const Session = v.object({ sessionId: v.string() });
const Reply = v.object({ value: v.unknown() });

/** WebKitGTK in a window on a virtual screen, with its own profile. */
export class WebKit implements Engine {
  readonly name = 'WebKitGTK';
  private readonly profile: string;
  private process: ChildProcess | null = null;

  private constructor(profile: string) {
    this.profile = profile;
  }

  static async create(): Promise<WebKit> {
    return new WebKit(await mkdtemp(join(tmpdir(), 'carrel-webkit-')));
  }

  async open(): Promise<EnginePage> {
    const port = await freePort();
    this.process = startGroup('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
      CARREL_PROFILE: this.profile,
    });
    const origin = `http://127.0.0.1:${port}`;
    await retryUntilReady('WebKit', () => post(`${origin}/status`, null));
    const options = { 'webkitgtk:browserOptions': { binary: WINDOW, args: [] } };
    const session = await post(`${origin}/session`, { capabilities: { alwaysMatch: options } }).catch(
      (cause: unknown) => {
        throw new Error('WebKitGTK opened no window in time', { cause });
      },
    );
    const path = `${origin}/session/${v.parse(Session, session).sessionId}`;
    return new EnginePage({
      navigate: async (url) => void (await post(`${path}/url`, { url })),
      execute: (body, args) => post(`${path}/execute/sync`, { script: body, args }),
    });
  }

  async kill(): Promise<void> {
    await endGroup(this.process);
    this.process = null;
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Longer than any step takes; without a limit, waiting for a window that never opens takes five minutes. */
const REPLY_MS = 60_000;

/** Calls the driver; a body of null makes it a GET. */
async function post(url: string, body: object | null): Promise<unknown> {
  const init = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(REPLY_MS) });
  const { value } = v.parse(Reply, await reply.json());
  if (!reply.ok) throw new Error(JSON.stringify(value).slice(0, 500));
  return value;
}
