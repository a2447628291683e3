import { test as base } from '@playwright/test';
import { CarrelServer } from './carrel-server.ts';
import { Chromium } from './chromium.ts';
import { Wire } from './wire.ts';

/** A server with the demo courses, the line to it, and a device that can be killed. */
interface World {
  readonly server: CarrelServer;
  readonly wire: Wire;
  readonly device: Chromium;
}

/** Each test that asks for a part of the world gets a fresh one. */
export const test = base.extend<World>({
  server: async ({}, use) => {
    const server = await CarrelServer.start();
    await use(server);
    await server.dispose();
  },
  wire: async ({ server }, use) => {
    const wire = await Wire.to(server.port);
    await use(wire);
    await wire.close();
  },
  device: async ({}, use) => {
    const device = await Chromium.create();
    await use(device);
    await device.dispose();
  },
});
