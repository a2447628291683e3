import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import '../page/window.ts';
import type { BuiltPeer } from './bundle.ts';

/** A peer's server with a new database, and devices with new profiles. */
export class PeerDevices {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #devices: Chromium[] = [];
  readonly #url: string;

  private constructor(process: ChildProcess, folder: string, url: string) {
    this.#process = process;
    this.#folder = folder;
    this.#url = url;
  }

  /** @param lessons number of lessons in the library */
  static async start({ server, page }: BuiltPeer, lessons: number): Promise<PeerDevices> {
    const folder = await mkdtemp(join(tmpdir(), 'carrel-peer-'));
    const database = join(folder, 'peer.sqlite');
    const child = spawn(process.execPath, [server, database, page, String(lessons)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The server of a peer ended')));
    const [port] = await Promise.race([once(child.stdout, 'data'), ended]);
    // Ended by the race from now on.
    ended.catch(() => undefined);
    return new PeerDevices(child, folder, `http://127.0.0.1:${Number(String(port))}/?lessons=${lessons}`);
  }

  /** A new device that has downloaded the library and stays connected. */
  async openDevice(): Promise<{ readonly device: Chromium; readonly page: Page }> {
    const device = await Chromium.create();
    this.#devices.push(device);
    const page = await this.openPage(device);
    await page.evaluate(() => window.peerPage.connect());
    return { device, page };
  }

  /** Opens the page on a device, without a connection of the peer to its server. */
  async openPage(device: Chromium): Promise<Page> {
    const page = await device.open();
    await page.goto(this.#url);
    await page.waitForFunction(() => 'peerPage' in window);
    return page;
  }

  async close(): Promise<void> {
    await Promise.all(this.#devices.map((device) => device.dispose()));
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
