import { type Browser, test as base, type TestInfo } from '@playwright/test';
import { Chromium, shellPath, UNOPTIMIZED } from './browser/chromium.ts';
import { Device } from './browser/device.ts';
import { withSharedBrowser } from './browser/shared-browser.ts';
import { CarrelServer } from './carrel-server.ts';
import { NetworkProxy } from './network-proxy.ts';
import { NextServer } from './next-server.ts';

/** A server with the demo courses, the proxy to it, and devices. */
interface World {
  readonly server: CarrelServer;
  readonly networkProxy: NetworkProxy;
  readonly device: Device;
  /** Of a second user, or the same user's second one. */
  readonly otherDevice: Device;
  /** A browser of its own, for tests that kill it, close it or start it with other flags. */
  readonly killableDevice: Chromium;
  /** The same in the browser that people use, with its windows, for the main journey and the installation. */
  readonly wholeBrowser: Chromium;
}

/** Shared by the tests of one process. */
interface Ground {
  /** A stopped server with the demo courses. */
  readonly seeded: CarrelServer;
  /** A running server on a copy of its data. */
  readonly nextServer: NextServer;
  /** Starting a browser takes a second of processor time, so each test has a context of this one. */
  readonly sharedBrowser: Browser;
}

/**
 * Each test gets fresh instances of the parts of the world that it requests. On a failure, their state is
 * reported.
 */
export const test = base.extend<World, Ground>({
  seeded: [
    async ({}, use) => {
      const seeded = await CarrelServer.start();
      await seeded.stop();
      await use(seeded);
      await seeded.dispose();
    },
    { scope: 'worker' },
  ],
  nextServer: [
    async ({ seeded }, use) => {
      const nextServer = new NextServer(seeded);
      await use(nextServer);
      await nextServer.dispose();
    },
    { scope: 'worker' },
  ],
  server: async ({ nextServer }, use, info) => {
    const server = await nextServer.take();
    await use(server);
    if (info.status !== info.expectedStatus) report('The server’s log', server.output);
    await server.dispose();
  },
  networkProxy: async ({ server }, use) => {
    const networkProxy = await NetworkProxy.to(server.port);
    await use(networkProxy);
    await networkProxy.close();
  },
  sharedBrowser: [({}, use) => withSharedBrowser(use), { scope: 'worker' }],
  device: async ({ sharedBrowser, serviceWorkers }, use, info) =>
    useDevice(new Device(sharedBrowser, { serviceWorkers }), use, info),
  otherDevice: async ({ sharedBrowser, serviceWorkers }, use, info) =>
    useDevice(new Device(sharedBrowser, { serviceWorkers }), use, info),
  killableDevice: async ({}, use, info) =>
    useDevice(await Chromium.create(shellPath(), [UNOPTIMIZED]), use, info),
  wholeBrowser: async ({}, use, info) => useDevice(await Chromium.create(), use, info),
});

async function useDevice<D extends Device | Chromium>(
  device: D,
  use: (device: D) => Promise<void>,
  info: TestInfo,
): Promise<void> {
  await use(device);
  if (info.status !== info.expectedStatus) report('The device shows', await device.describe());
  await device.dispose();
}

const REPORT_CHARACTERS = 4_000;

/** Also in the test's own output, which remains when the machine is gone. */
function report(what: string, text: string): void {
  process.stdout.write(`${what}:\n${text.slice(-REPORT_CHARACTERS)}\n`);
}
