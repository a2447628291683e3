import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { adminLogIn, untilAdminWorksOffline } from '#e2e/world/admin.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { untilWritten } from '#e2e/world/browser/device-store.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { formatCount } from '#schema/messages/count.ts';
import { startBaseline } from '../baseline-server.ts';
import { type Figure, median } from '../figures.ts';
import { COURSES, fillWithCourses } from '../many-courses.ts';
import { liftLimits } from './lift-limits.ts';
import { openSecondDevice, textArrivedAtMs, watchForText } from './second-device.ts';

const ROUNDS = 9;
/** Freshly started servers take twice as long: both are measured after a warm-up. */
const WARM_UPS = 2;
export const EDITS = 1_000;
const EDITS_EACH = EDITS / COURSES;
const LAST_COURSE = `bench-course-${COURSES - 1}`;
const RATIO_MAX = 2;
/** Rounds with a second device, which takes its part of the processors. */
const ROUNDS_OF_TWO = 5;
/** A round takes about a second; one that takes as long as this has failed. */
const ROUND_TIMEOUT_MS = 60_000;
/** Waits until a newly loaded page has reconciled its downloads, and one that has sent has pulled. */
const REST_MS = 2_000;

/** One edit of one lesson, course by course: as a command of the app and as the request that sends it. */
function editOf(index: number, round: number, version: number) {
  const course = Math.floor(index / EDITS_EACH);
  const lessonId = `bench-course-${course}-lesson-${index % EDITS_EACH}`;
  const changes = {
    title: `Round ${round}, edit ${index}`,
    description: 'What one learns in it, said anew.',
  };
  return { key: randomUUID(), courseId: `bench-course-${course}`, lessonId, changes, version };
}

export type Edit = ReturnType<typeof editOf>;
const editsOf = (round: number): Edit[] => listEdits(EDITS, round, () => round + 1);

/** Edits of as many lessons; a lesson has the version that the edits of earlier rounds left. */
export function listEdits(count: number, round: number, versionAt: (index: number) => number): Edit[] {
  return Array.from({ length: count }, (_, index) => editOf(index, round, versionAt(index)));
}

/** The outbox row of an edit made offline. */
function outboxRow({ key, courseId, lessonId, changes, version }: Edit, userId: string) {
  const names = { courseId, moduleId: `${courseId}-module`, lessonId, lessonTitle: changes.title };
  const base = { title: 'Before', description: 'Before' };
  const createdAt = new Date().toISOString();
  const args = { ...names, version, base, changes };
  const command = { id: key, userId, version: 1, createdAt, kind: 'lesson.update', args };
  const untried = { attempts: 0, nextAttemptAt: null, lastStatus: null, lastProblem: null };
  return { id: key, v: 1, state: 'waiting', ...untried, acknowledgedAt: null, command };
}

const baselineRequest = ({ key, lessonId, changes, version }: Edit, index: number) => ({
  id: String(index),
  method: 'PUT',
  path: `/api/admin/lessons/${lessonId}`,
  headers: { 'Idempotency-Key': key, 'If-Match': `"${version}"` },
  body: changes,
});

/** Runs in the page. Text, because tsx rewrites functions. */
const FILL_OUTBOX = `async (rows) => {
  const { name } = (await indexedDB.databases()).find((db) => db.name.startsWith('carrel-user-'));
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = db.transaction('outbox', 'readwrite', { durability: 'strict' });
  for (const row of rows) transaction.objectStore('outbox').add(row);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  db.close();
}`;

/**
 * Runs in the page: `untilSent` is when the device reconnected, on a clock that all pages of this machine share, and
 * the milliseconds from then until the chip shows that everything was sent. It waits for a notification, because polling would make the page render a frame per poll.
 */
const WATCH = `() => {
  let onlineMs = null;
  addEventListener('online', () => { onlineMs = performance.now(); }, { once: true });
  globalThis.untilSent = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (onlineMs === null || document.querySelector('[data-sync="sent"]') === null) return;
      observer.disconnect();
      resolve({ onlineAtMs: performance.timeOrigin + onlineMs, ackedMs: performance.now() - onlineMs });
    });
    setTimeout(() => resolve(null), ${ROUND_TIMEOUT_MS});
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
}`;

const run = (page: Page, script: string, argument?: unknown) =>
  page.evaluate(`(${script})(${argument === undefined ? '' : JSON.stringify(argument)})`);

const Round = v.object({ onlineAtMs: v.number(), ackedMs: v.number() });
interface Queue {
  readonly edits: readonly Edit[];
  readonly userId: string;
}

/**
 * Queues edits offline and reconnects. Returns when that was, and the milliseconds from then until the app reports
 * that all of them were sent.
 */
export async function carrelRound(device: Chromium, page: Page, { edits, userId }: Queue) {
  await device.context.setOffline(true);
  await run(
    page,
    FILL_OUTBOX,
    edits.map((edit) => outboxRow(edit, userId)),
  );
  await page.reload();
  await page.getByText(`${formatCount(edits.length)} waiting to sync`).waitFor();
  // Reconnects during use, not while a page is being opened.
  await rest(REST_MS);
  await run(page, WATCH);
  await device.context.setOffline(false);
  const round = v.safeParse(Round, await page.evaluate('untilSent'));
  if (!round.success) throw new Error(`Not sent in time: ${await page.locator('[data-sync]').textContent()}`);
  return round.output;
}

async function baselineRound(page: Page, edits: readonly Edit[]): Promise<number> {
  await page.evaluate(`fill(${JSON.stringify(edits.map(baselineRequest))})`);
  return Number(await page.evaluate('replay()'));
}

/** A server with courses of as many lessons as each gets edits. */
export async function prepareServer(courses = COURSES): Promise<CarrelServer> {
  const server = await CarrelServer.start({ CARREL_SEED: 'none' });
  await server.stop();
  fillWithCourses(server.dataFolder, () => EDITS_EACH, courses);
  await server.start();
  return server;
}

export async function openFirstDevice(device: Chromium, url: string): Promise<Page> {
  const page = await device.open();
  // tsx calls this in functions that are sent to the page.
  await page.addInitScript('globalThis.__name = (named) => named');
  await adminLogIn(page, url, '/admin/workspace');
  await untilWritten(page, 'adminCourses', LAST_COURSE);
  await untilAdminWorksOffline(page);
  return page;
}

interface Devices {
  readonly carrel: Chromium;
  readonly second: Chromium;
  readonly baseline: Chromium;
}

async function measure(server: CarrelServer, devices: Devices) {
  const [admin] = server.query<{ id: string }>("select id from users where role = 'admin'");
  const userId = admin?.id ?? '';
  const baseline = await startBaseline('batch-server', join(server.dataFolder, 'baseline.sqlite'));
  try {
    const page = await openFirstDevice(devices.carrel, server.url);
    const bare = await devices.baseline.open();
    await bare.goto(baseline.url);
    const times = { carrel: [] as number[], baseline: [] as number[], second: [] as number[] };
    let round = 0;
    for (; round < WARM_UPS + ROUNDS; round += 1) {
      // The app's work after a replay does not count towards the baseline.
      await rest(REST_MS);
      const baselineMs = await baselineRound(bare, editsOf(round));
      const { ackedMs } = await carrelRound(devices.carrel, page, { edits: editsOf(round), userId });
      if (round < WARM_UPS) continue;
      times.baseline.push(baselineMs);
      times.carrel.push(ackedMs);
    }
    const other = await openSecondDevice(devices.second, server.url, LAST_COURSE);
    for (; round < WARM_UPS + ROUNDS + ROUNDS_OF_TWO; round += 1) {
      await rest(REST_MS);
      const edits = editsOf(round);
      await watchForText(other, LAST_COURSE, edits.at(-1)?.changes.title ?? '');
      const { onlineAtMs } = await carrelRound(devices.carrel, page, { edits, userId });
      times.second.push((await textArrivedAtMs(other)) - onlineAtMs);
    }
    requireReceipts(server, round * EDITS);
    return times;
  } finally {
    baseline.stop();
  }
}

function requireReceipts(server: CarrelServer, count: number): void {
  const [stored] = server.query<{ count: number }>(
    'select count(*) as count from receipts where status = 200',
  );
  if (stored?.count !== count) throw new Error(`${stored?.count} of the edits have a receipt`);
}

/** A thousand edits made offline, from reconnecting to the last acknowledgement, and until another device has them. */
export async function replayFigures(): Promise<Figure[]> {
  const server = await prepareServer();
  const stopLifting = liftLimits(server);
  const [carrel, second, baseline] = [
    await Chromium.create(),
    await Chromium.create(),
    await Chromium.create(),
  ];
  try {
    const times = await measure(server, { carrel, second, baseline });
    const [ours, bare, arrived] = [median(times.carrel), median(times.baseline), median(times.second)];
    return [
      {
        name: `${EDITS} queued edits, from reconnecting to all acknowledged`,
        value: ours / bare,
        unit: 'times a bare loop against bare Hono and SQLite',
        bound: { kind: 'at most', value: RATIO_MAX },
        detail: `medians of ${ROUNDS}: ${ours.toFixed(0)} ms and ${bare.toFixed(0)} ms`,
      },
      {
        name: `${EDITS} queued edits, from reconnecting until a second open device has all of them`,
        value: arrived,
        unit: 'ms',
        bound: null,
        detail: `median of ${ROUNDS_OF_TWO}; ${(arrived / bare).toFixed(1)} times the bare loop, which has no second device`,
      },
    ];
  } finally {
    stopLifting();
    await Promise.all([carrel, second, baseline].map((device) => device.dispose()));
    await server.dispose();
  }
}
