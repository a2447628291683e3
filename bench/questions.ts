import type { Page } from '@playwright/test';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { ADMIN, type CarrelServer } from '#e2e/world/carrel-server.ts';
import { signUp, unlockAndDownload } from '#e2e/world/learner.ts';
import { postTo } from '#e2e/world/session.ts';
import { type Figure, median } from './figures.ts';

const ROUNDS = 9;
const CPU_SLOWDOWN = 4;
/** A live query rests at most so long after it has read the store (pwa/store/database/paced.ts). */
const REST_MAX_MS = 1_000;
const PAINT_MAX_MS = 200;
const RATIO_MAX = 1.5;
const PHONE = { width: 390, height: 844 };
const FEW = { id: 'few', lesson: 1, count: 10 };
const MANY = { id: 'many', lesson: 2, count: 100 };

/** Notes when the page used its store last. Text, because tsx rewrites functions. */
const WATCH = `(() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...rest) {
    window.storeUsedMs = performance.now();
    return transaction.apply(this, rest);
  };
})()`;

/** Waits until no query of the page rests, as when a person reads before the next press. */
async function untilRested(page: Page): Promise<void> {
  await page.waitForFunction(
    (ms) => performance.now() - Reflect.get(window, 'storeUsedMs') > ms,
    REST_MAX_MS,
  );
}

/** Presses a button and returns the milliseconds until a text has been painted. Text, because tsx rewrites functions. */
const PRESS = `([title, name, text]) => new Promise((resolve) => {
  const sections = [...document.querySelectorAll('section:has(> header h2[tabindex])')];
  const region = sections.find((section) => section.querySelector('h2').textContent === title);
  const observer = new MutationObserver(() => {
    if (!region.textContent.includes(text)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
  });
  observer.observe(region, { childList: true, subtree: true, characterData: true });
  const pressedAt = performance.now();
  [...region.querySelectorAll('button')].find((button) => button.textContent === name).click();
})`;

const pressIn =
  (page: Page, title: string) =>
  (name: string, text: string): Promise<number> =>
    page.evaluate(`(${PRESS})(${JSON.stringify([title, name, text])})`);

async function makeTests(origin: string): Promise<void> {
  const post = postTo(origin);
  const { token } = Object(await post('/api/auth/admin/login', ADMIN));
  const choices = JSON.stringify(['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Choice ${id}` })));
  for (const { id, lesson, count } of [FEW, MANY]) {
    await post(
      `/api/admin/lessons/course-1-lesson-0${lesson}/quizzes`,
      { id, use: 'test', title: id },
      token,
    );
    for (let n = 1; n <= count; n += 1)
      await post(
        `/api/admin/quizzes/${id}/questions`,
        { kind: 'one', prompt: `<p>Prompt ${n}</p>`, choices, key: '{"right":["a"]}' },
        token,
      );
  }
}

interface Times {
  readonly start: number[];
  readonly next: number[];
}

/** Takes the test of a lesson several times without a network. */
async function takeTest(page: Page, origin: string, { id, lesson, count }: typeof FEW): Promise<Times> {
  const press = pressIn(page, id);
  await page.goto(`${origin}/courses/course-1/learn?lesson=course-1-lesson-0${lesson}`);
  await page.getByRole('region', { name: id }).getByRole('button', { name: 'Start the test' }).waitFor();
  const times: Times = { start: [], next: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round === 0 ? 'Start the test' : 'Try again';
    await untilRested(page);
    times.start.push(await press(first, `Question 1 of ${count}`));
    await untilRested(page);
    times.next.push(await press('Next question', `Question 2 of ${count}`));
    await press('Finish the test', 'Hand in this test?');
    await press('Hand in', 'Handed in.');
  }
  return times;
}

/** A question of a test on a phone, offline, on a slow processor: painted soon, however many there are. */
export async function questionFigures(server: CarrelServer): Promise<Figure[]> {
  await makeTests(server.url);
  const device = await Chromium.create();
  try {
    const page = await device.open();
    await page.addInitScript({ content: WATCH });
    await page.setViewportSize(PHONE);
    await signUp(page, server.url, 'Bench Learner');
    const [code = ''] = server.codes('course-1');
    await unlockAndDownload(page, server.url, { courseId: 'course-1', code });
    await device.context.setOffline(true);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const few = await takeTest(page, server.url, FEW);
    const many = await takeTest(page, server.url, MANY);
    const [fewStart, manyStart, next] = [median(few.start), median(many.start), median(many.next)];
    return [
      {
        name: 'next question of a test of 100, offline, CPU slowed 4 times',
        ...{ value: next, unit: 'ms', bound: { kind: 'at most', value: PAINT_MAX_MS } },
        detail: `from the press until it is painted, median of ${ROUNDS}`,
      },
      {
        name: 'start of a test of 100 questions against one of 10',
        ...{ value: manyStart / fewStart, unit: 'times', bound: { kind: 'at most', value: RATIO_MAX } },
        detail: `${manyStart.toFixed(0)} ms and ${fewStart.toFixed(0)} ms`,
      },
    ];
  } finally {
    await device.dispose();
  }
}
