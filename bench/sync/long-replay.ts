import { setTimeout as rest } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { adminLogIn, untilAdminWorksOffline } from '#e2e/world/admin.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { readTable } from '#e2e/world/browser/device-store.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { type Figure, median } from '../figures.ts';
import { liftLimits } from './lift-limits.ts';
import { carrelRound, listEdits, prepareServer } from './replay.ts';

const COURSES = 500;
const FEW = 1_000;
const MANY = 10_000;
const ROUNDS = 3;
const RATIO_MAX = 10.5;
const REST_MS = 2_000;
const PULL_TIMEOUT_MS = 180_000;
const LOOK_EVERY_MS = 500;

/** Ten thousand edits made offline against a thousand, in the same library of 10,000 lessons. */
export async function longReplayFigures(): Promise<Figure[]> {
  const server = await prepareServer(COURSES);
  const stopLifting = liftLimits(server);
  const device = await Chromium.create();
  try {
    const page = await openAdmin(device, server);
    const [admin] = server.query<{ id: string }>("select id from users where role = 'admin'");
    const userId = admin?.id ?? '';
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const edits = listEdits(FEW, round, () => round + 1);
      times.push((await carrelRound(device, page, { edits, userId })).ackedMs);
      await rest(REST_MS);
    }
    const versionAt = (index: number) => (index < FEW ? ROUNDS + 1 : 1);
    const edits = listEdits(MANY, ROUNDS, versionAt);
    const { ackedMs: manyMs } = await carrelRound(device, page, { edits, userId });
    const fewMs = median(times);
    return [
      {
        ...{ name: `${MANY} queued edits against ${FEW}`, value: manyMs / fewMs, unit: 'times as long' },
        bound: { kind: 'at most', value: RATIO_MAX },
        detail: `${manyMs.toFixed(0)} ms, and ${fewMs.toFixed(0)} ms, the median of ${ROUNDS}`,
      },
    ];
  } finally {
    stopLifting();
    await device.dispose();
    await server.dispose();
  }
}

/** Opens an admin's workspace and waits until the device has every course and works offline. */
export async function openAdmin(device: Chromium, server: CarrelServer): Promise<Page> {
  const page = await device.open();
  // tsx calls this in functions that are sent to the page.
  await page.addInitScript('globalThis.__name = (named) => named');
  await adminLogIn(page, server.url, '/admin/workspace');
  const deadline = Date.now() + PULL_TIMEOUT_MS;
  while ((await readTable(page, 'adminCourses')).split('\n').length < COURSES) {
    if (Date.now() > deadline) throw new Error('The courses were not pulled in time');
    await rest(LOOK_EVERY_MS);
  }
  await untilAdminWorksOffline(page);
  return page;
}
