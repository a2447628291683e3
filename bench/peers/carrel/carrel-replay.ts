import type { Page } from '@playwright/test';
import { liftLimits } from '#bench/sync/lift-limits.ts';
import { openAdmin } from '#bench/sync/long-replay.ts';
import { carrelRound, listEdits, prepareServer } from '#bench/sync/replay.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import type { ReplayDevices } from '../replay-devices.ts';

const LESSONS_EACH = 20;
const COURSES = 500;

/**
 * Runs in the page, as text, because tsx rewrites functions: `seenAtMs` is the moment at which the open editor shows the last edit of a round and the store has
 * all of them, on a clock that all pages of this machine share.
 */
const WATCH = `({ round, count }) => {
  const readTitles = async () => {
    const { name } = (await indexedDB.databases()).find((db) => db.name.startsWith('carrel-user-'));
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const rows = await new Promise((resolve, reject) => {
      const reading = db.transaction('lessons').objectStore('lessons').getAll();
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error);
    });
    db.close();
    return rows.map(({ title }) => title);
  };
  const last = 'Round ' + round + ', edit ' + (count - 1);
  void (globalThis.seenAtMs = new Promise((resolve, reject) => {
    const observer = new MutationObserver(async () => {
      if (!document.body.textContent.includes(last)) return;
      observer.disconnect();
      for (;;) {
        const readAtMs = performance.timeOrigin + performance.now();
        const titles = await readTitles();
        if (titles.filter((title) => title.startsWith('Round ' + round + ',')).length === count) return resolve(readAtMs);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  }));
}`;

/** Opens the editor of the course with the last edited lesson, and its module, which lists the lessons. */
async function showLastLesson(page: Page, origin: string, count: number): Promise<void> {
  await page.goto(`${origin}/admin/courses/bench-course-${Math.ceil(count / LESSONS_EACH) - 1}`);
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('button', { name: /^1 · / }).click();
}

async function openBoth(first: Chromium, second: Chromium, server: CarrelServer) {
  const page = await openAdmin(first, server);
  return { page, watching: await openAdmin(second, server) };
}

/** Two devices of an admin, with a library of 10,000 lessons. */
export async function openCarrelReplay(): Promise<ReplayDevices> {
  const server = await prepareServer(COURSES);
  const stopLifting = liftLimits(server);
  const [first, second] = [await Chromium.create(), await Chromium.create()];
  const opened = openBoth(first, second, server);
  const [admin] = server.query<{ id: string }>("select id from users where role = 'admin'");
  const versions = new Map<number, number>();
  const nextVersion = (index: number) => {
    const version = versions.get(index) ?? 1;
    versions.set(index, version + 1);
    return version;
  };
  return {
    ready: opened,
    async replay(round, count) {
      const { page, watching } = await opened;
      await showLastLesson(watching, server.url, count);
      await watching.evaluate(`(${WATCH})(${JSON.stringify({ round, count })})`);
      const queue = { edits: listEdits(count, round, nextVersion), userId: admin?.id ?? '' };
      const { ackedMs, onlineAtMs } = await carrelRound(first, page, queue);
      const seenAtMs = Number(await watching.evaluate('seenAtMs'));
      return { acknowledgedMs: ackedMs, seenMs: seenAtMs - onlineAtMs };
    },
    async close() {
      stopLifting();
      await Promise.all([first.dispose(), second.dispose()]);
      await server.dispose();
    },
  };
}
