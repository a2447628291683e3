import { expect, type Page } from '@playwright/test';
import { createRandom } from '../sync/testing/random.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import { ADMIN, type CarrelServer } from '../world/carrel-server.ts';
import { signUpWithCourse, untilWorksOffline } from '../world/learner.ts';
import { postTo } from '../world/session.ts';
import { test } from '../world/world.ts';
import { untilMarked, untilProtected } from './until-protected.ts';

/** `KILLS=50` is a long run. */
const KILLS = Number(process.env.KILLS ?? 5);
/** An answer takes some tenths of a second: some kills occur before the screen has confirmed it. */
const KILL_WITHIN_MS = 400;
const COURSE = 'course-1';
const LESSON = `${COURSE}-lesson-01`;

/** Practice with one question, whose answer is a text. */
async function makePractice(origin: string): Promise<void> {
  const post = postTo(origin);
  const { token } = Object(await post('/api/auth/admin/login', ADMIN));
  const quiz = { id: 'kills', use: 'practice', title: 'Kills' };
  await post(`/api/admin/lessons/${LESSON}/quizzes`, quiz, token);
  const question = { id: 'kills-1', kind: 'text', prompt: '<p>Which tide?</p>', key: '{"accepted":["Ebb"]}' };
  await post('/api/admin/quizzes/kills/questions', question, token);
}

/** Answers the question, again if it was answered before; resolves when the screen says that it is saved. */
async function answer(page: Page, text: string): Promise<void> {
  const [again, check] = ['Try again', 'Check answer'].map((name) => page.getByRole('button', { name }));
  if (again === undefined || check === undefined) throw new Error('There are two buttons');
  await expect(again.or(check)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await page.getByRole('textbox', { name: 'Which tide?' }).fill(text);
  await check.click();
  // It replaces the other button when the answer is stored.
  await again.waitFor();
  await page.getByText('Saved on this device', { exact: true }).waitFor();
}

/** All answers of a text, one after the other. */
const answersIn = (text: string): string[] => text.match(/Answer \d+\b/g) ?? [];

const answersOnServer = (server: CarrelServer): string[] =>
  answersIn(
    server
      .query<{ answers: string }>('select answers from attempts')
      .map((row) => row.answers)
      .join(),
  );

test(`Answers that were saved on a device outlive ${KILLS} kills of its browser, and arrive once`, async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  test.setTimeout(KILLS * 60_000 + 120_000);
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  process.stdout.write(`Kills: SEED=${seed}\n`);
  const random = createRandom(seed);
  await makePractice(server.url);
  let page = await device.open();
  const [code = ''] = server.codes(COURSE);
  await signUpWithCourse(page, networkProxy.url, { courseId: COURSE, code });
  await untilWritten(page, 'questions', 'kills-1');
  await untilWorksOffline(page);
  const path = `${networkProxy.url}/courses/${COURSE}/learn?lesson=${LESSON}`;
  const confirmed: string[] = [];
  for (let round = 1; round <= KILLS; round += 1) {
    if (random.below(2) === 0) networkProxy.cut();
    await page.goto(path);
    await untilMarked(page);
    const text = `Answer ${round}`;
    const answering = answer(page, text).then(() => confirmed.push(text));
    // An error caused by the kill is no failure.
    if (random.below(3) > 0) await answering;
    else {
      answering.catch(() => undefined);
      await Promise.race([
        answering,
        new Promise((resolve) => setTimeout(resolve, random.below(KILL_WITHIN_MS))),
      ]);
    }
    await device.kill();
    const killedAt = Date.now();
    const due = [...confirmed];
    page = await device.open();
    networkProxy.reconnect();
    await page.goto(path);
    await untilProtected(page, killedAt);
    const stored = answersIn((await readTable(page, 'outbox')) + (await readTable(page, 'attempts')));
    expect(stored, 'what the screen said was saved').toEqual(expect.arrayContaining(due));
  }
  await expect
    .poll(() => readTable(page, 'outbox'), { timeout: 60_000 })
    .not.toMatch(/"state":"(?!acknowledged")/);
  const arrived = answersOnServer(server);
  expect(arrived).toEqual(expect.arrayContaining(confirmed));
  expect(new Set(arrived).size, 'each answer once').toBe(arrived.length);
  process.stdout.write(`${KILLS} kills, ${confirmed.length} confirmed, ${arrived.length} on the server\n`);
});
