import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { describeDatabases } from './database-log.ts';
import { PageLog } from './page-log.ts';

/** Flags of every browser. */
export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Pages of the browser's own toolbar, which is not visible here, would take a fifth of its start time.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIContentsPreloadManager',
  '--no-first-run',
  '--hide-scrollbars',
  '--window-size=1280,900',
];
/**
 * Without V8's optimizing compilers, for tests: their pages end before optimized code saves the time of its
 * compilation. The whole browser and the benches have them.
 */
export const UNOPTIMIZED = '--js-flags=--no-turbofan,--no-maglev';
/** A headless browser has no pointer unless configured. */
const MOUSE =
  '--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2';
const START_TIMEOUT_MS = 120_000;
/** A step that cannot be done fails with its own reason, before the whole test times out. */
export const STEP_TIMEOUT_MS = 60_000;

const wholeBrowserPath = (): string => process.env.CARREL_CHROMIUM ?? chromium.executablePath();
/** The same engine and storage without windows, where it is installed: it takes a third less processor time. */
export const shellPath = (): string => process.env.CARREL_HEADLESS_SHELL ?? wholeBrowserPath();

/**
 * A real Chromium process with its own profile folder: it can be closed, killed and reopened on the same
 * profile, like a browser on a learner's phone.
 */
export class Chromium {
  readonly profile: string;
  private readonly path: string;
  private readonly ownFlags: readonly string[];
  private process: ChildProcess | null = null;
  private browser: Browser | null = null;
  private readonly log = new PageLog();

  private constructor(profile: string, path: string, ownFlags: readonly string[]) {
    this.profile = profile;
    this.path = path;
    this.ownFlags = ownFlags;
  }

  /**
   * @param path of the program: the whole browser, or {@link shellPath}
   * @param ownFlags of this browser, such as {@link UNOPTIMIZED}
   */
  static async create(path = wholeBrowserPath(), ownFlags: readonly string[] = []): Promise<Chromium> {
    return new Chromium(await mkdtemp(join(tmpdir(), 'carrel-profile-')), path, ownFlags);
  }

  /**
   * Starts the browser on its profile and returns its one page; with `hasMouse`, media queries report a
   * mouse.
   */
  async open({ hasMouse = false } = {}): Promise<Page> {
    await rm(join(this.profile, 'DevToolsActivePort'), { force: true });
    const flags = [...FLAGS, ...this.ownFlags, '--remote-debugging-port=0', ...(hasMouse ? [MOUSE] : [])];
    const args = [...flags, `--user-data-dir=${this.profile}`, 'about:blank'];
    const child = spawn(this.path, args, { stdio: 'ignore', detached: true });
    this.process = child;
    const port = await this.debuggingPort(child);
    this.browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: START_TIMEOUT_MS });
    this.context.setDefaultTimeout(STEP_TIMEOUT_MS);
    this.log.record(this.context);
    return this.context.pages()[0] ?? (await this.context.newPage());
  }

  get context(): BrowserContext {
    const context = this.browser?.contexts()[0];
    if (context === undefined) throw new Error('The browser is not open');
    return context;
  }

  /** Of all processes of the open browser. */
  get processGroup(): number {
    if (this.process?.pid === undefined) throw new Error('The browser is not open');
    return this.process.pid;
  }

  /** A report of every page's content, the console messages, and what happened to the databases. */
  async describe(): Promise<string> {
    const pages = await this.log.describe(this.browser?.contexts() ?? []);
    return `${pages}\nDatabases:\n${await describeDatabases(this.profile)}`;
  }

  /** Closes the browser as a user does: it writes everything to disk first. */
  async close(): Promise<void> {
    const child = this.process;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    const tools = await this.browser?.newBrowserCDPSession();
    // Its reply may be lost, since the browser ends.
    await tools?.send('Browser.close').catch(() => undefined);
    await ended;
    // Kills the rest of its process group.
    await this.kill();
  }

  /** Kills every process of the browser, without a clean shutdown. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = null;
    this.browser = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private async debuggingPort(child: ChildProcess): Promise<number> {
    const file = join(this.profile, 'DevToolsActivePort');
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode}`);
      const port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
      if (port > 0) return port;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error('Chromium did not start in time');
  }
}
