import { expect, type Page } from '@playwright/test';
import { createRandom, type Random } from '../sync/testing/random.ts';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { readCopy, readTable, untilWritten } from '../world/browser/device-store.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { enterCode, untilUnlocked, untilWorksOffline } from '../world/learner.ts';
import type { NetworkProxy } from '../world/network-proxy.ts';
import { untilShown } from '../world/shown.ts';
import { test } from '../world/world.ts';
import { findManifest, writeHalfRecord } from './half-record.ts';
import {
  type Action,
  discardOldDraft,
  ExpectedState,
  readServer,
  retitleCourse,
  submitSupportRequest,
  tickLesson,
} from './kill-actions.ts';
import { untilMarked, untilProtected } from './until-protected.ts';

/** `KILLS=200` is a long run. */
const KILLS = Number(process.env.KILLS ?? 20);
/** An action takes some tenths of a second: the kill occurs before, during or after it. */
const KILL_WITHIN_MS = 700;
/** After this kill the browser has half a record in the manifest of its databases, and loses them after the next one. */
const TORN_AFTER = Math.ceil(KILLS / 2);

/** Fewer than the server accepts of one address in an hour. */
const SUPPORT_REQUESTS_MAX = 25;

function pickAction(random: Random, expected: ExpectedState, round: number): Action {
  const tick = () => tickLesson(expected, 1 + random.below(12));
  const requestSupport = () => submitSupportRequest(expected, `Question ${round}`);
  const retitle = () => retitleCourse(expected, `Title of round ${round}`, random.below(2) === 0);
  const wanted = random.pick([tick, requestSupport, retitle]);
  return wanted === requestSupport && expected.submissions >= SUPPORT_REQUESTS_MAX ? retitle() : wanted();
}

/** Runs the action until it is confirmed or the kill is due. */
async function runUntil(page: Page, action: Action, killAfterMs: number | null): Promise<void> {
  const acting = (async () => {
    await action.begin(page);
    await action.done(page).waitFor();
    action.confirm();
  })();
  if (killAfterMs === null) return acting;
  // An error caused by the kill is no failure.
  acting.catch(() => undefined);
  await Promise.race([acting, new Promise((resolve) => setTimeout(resolve, killAfterMs))]);
}

interface Round {
  readonly server: CarrelServer;
  readonly networkProxy: NetworkProxy;
  readonly expected: ExpectedState;
  /** Of the page to open. */
  readonly path: string;
  readonly killed: Kill | null;
}

interface Kill {
  readonly at: number;
  /** The copy of unsent work, as the killed browser left it. */
  readonly copy: string;
}

/** Reads the copy of unsent work on a page of the site on which the app does not run. */
async function readCopyLeft(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/api/nothing`);
  return readCopy(page);
}

/** Opens a page, after the last kill. What was confirmed before is on the device. */
async function openPage(page: Page, round: Round): Promise<void> {
  const { server, networkProxy, expected, path, killed } = round;
  await page.goto(networkProxy.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const areLost = await expected.haveDatabasesChanged(page);
  if (killed === null) return;
  if (areLost) await restoreDevice(page, round, killed.copy);
  else await untilProtected(page, killed.at);
  await expected.expectOnDevice(page);
  await expected.untilSecured(page, server);
}

/**
 * After two kills that cost the browser its databases (docs/why/storage.md): what was confirmed is on the server, or
 * comes back from the copy of unsent work, once the user has signed in again where the session is gone too. Only what
 * was confirmed right before the kill may have had no copy.
 */
async function restoreDevice(
  page: Page,
  { server, networkProxy, expected, path }: Round,
  copy: string,
): Promise<void> {
  process.stdout.write('The browser has lost its databases\n');
  expected.forgetUncopied(readServer(server), copy);
  networkProxy.reconnect();
  await page.goto(networkProxy.url);
  const account = page.getByRole('button', { name: /^Account of/ });
  await expect(account.or(page.getByRole('banner').getByRole('link', { name: 'Login' }))).toBeVisible();
  if (!(await account.isVisible())) await adminLogIn(page, networkProxy.url);
  await page.goto(networkProxy.url + path);
  await untilAdminWorksOffline(page);
  await untilWritten(page, 'lessonContents', 'course-1-lesson-12');
  await expect(() => {
    expected.sent = readServer(server);
    return expected.expectOnDevice(page);
  }).toPass({ timeout: 60_000 });
  await discardOldDraft(page, networkProxy.url, expected);
  await page.goto(networkProxy.url + path);
  await untilMarked(page);
  await expected.haveDatabasesChanged(page);
}

async function expectAllOnce(server: CarrelServer, expected: ExpectedState): Promise<void> {
  const { requests, lessons, titles: present } = readServer(server);
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests).toEqual(expect.arrayContaining([...expected.requests]));
  expect(new Set(lessons).size).toBe(lessons.length);
  expect(lessons).toEqual(expect.arrayContaining([...expected.lessons]));
  expect(expected.possibleTitles).toContain(present[0]);
  const saved = server.query<{ after: string }>(
    `select after from revisions where entity = 'course' and entityId = 'course-1' and kind = 'update'`,
  );
  const titles = saved.map(({ after }) => after).filter((after) => after.includes('Title of round'));
  expect(new Set(titles).size, 'each save arrived once').toBe(titles.length);
}

test(`A device killed ${KILLS} times, at any moment, loses nothing that it had confirmed`, async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  // As many browsers are started one after the other.
  test.setTimeout(KILLS * 60_000);
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  process.stdout.write(`Kills: SEED=${seed}\n`);
  const random = createRandom(seed);
  const expected = new ExpectedState();
  const [code = ''] = server.codes('course-1');
  let page = await device.open();
  await adminLogIn(page, networkProxy.url, '/admin/courses/course-1');
  await expect(page.getByText('No unsaved changes.')).toBeVisible();
  await untilAdminWorksOffline(page);
  await enterCode(page, networkProxy.url, { courseId: 'course-1', code });
  await untilUnlocked(page);
  // Its text is downloaded; its files are still downloading, and are killed too.
  await untilWritten(page, 'lessonContents', 'course-1-lesson-12');

  let killed: Kill | null = null;
  for (let round = 1; round <= KILLS; round += 1) {
    const action = pickAction(random, expected, round);
    await openPage(page, { server, networkProxy, expected, path: action.path, killed });
    await runUntil(page, action, random.below(3) === 0 ? null : random.below(KILL_WITHIN_MS));
    await device.kill();
    const at = Date.now();
    if (round === TORN_AFTER) await writeHalfRecord(await findManifest(device.profile));
    page = await device.open();
    networkProxy.reconnect();
    killed = { at, copy: await readCopyLeft(page, networkProxy.url) };
    if (random.below(3) === 0) networkProxy.cut();
  }

  networkProxy.reconnect();
  await openPage(page, { server, networkProxy, expected, path: '/admin/courses/course-1', killed });
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toBeVisible();
  expected.titles.push(`Title of round ${KILLS + 1}`);
  await title.fill(`Title of round ${KILLS + 1}`);
  await Promise.all([
    untilShown(page, 'Course saved'),
    page.getByRole('button', { name: 'Save Course' }).click(),
  ]);
  expected.confirmedTitle = expected.titles.length - 1;
  await page.goto(`${networkProxy.url}/dashboard`);
  // The label of the header may report a loss instead, of work that had neither a copy nor a confirmation.
  const readOutbox = () => readTable(page, 'outbox');
  await expect.poll(readOutbox, { timeout: 60_000 }).not.toMatch(/"state":"(?!acknowledged")/);
  await untilWorksOffline(page);
  await expect(page.getByText(/^\d+ of 12 lessons/).first()).toBeVisible();
  await expected.expectOnDevice(page);
  await expectAllOnce(server, expected);
});
