import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { emailOf, PASSWORD } from '#e2e/world/learner.ts';
import { readServerDb } from '#e2e/world/server-db.ts';
import type { EnginePage } from './commands.ts';
import type { Engine } from './engine.ts';

const COURSE = 'course-1';
const LESSONS = 12;

/** A learner's device, server and open page. */
interface Journey {
  readonly engine: Engine;
  readonly server: CarrelServer;
  page: EnginePage;
}

interface JourneyStep {
  readonly name: string;
  go(journey: Journey): Promise<void>;
}

const lessonId = (number: number) => `${COURSE}-lesson-${String(number).padStart(2, '0')}`;
const lessonUrl = ({ server }: Journey, number: number) =>
  `${server.url}/courses/${COURSE}/learn?lesson=${lessonId(number)}`;

/** The learner's offline scenario in steps; each continues from the end of the previous one. */
export const journeySteps: readonly JourneyStep[] = [
  { name: 'signs up', go: signUp },
  { name: 'unlocks and downloads a course', go: unlockAndDownload },
  { name: 'completes a lesson, and the server knows', go: completeFirst },
  { name: 'takes the pictures along too, by the panel of downloads', go: takeEverything },
  { name: 'is still known after a cold start with the server gone and the browser killed', go: coldStart },
  { name: 'reads every lesson without a network', go: readAll },
  { name: 'finds a lesson by search without a network', go: search },
  { name: 'plays and seeks the downloaded video without a network, with its captions', go: playVideo },
  { name: 'completes two more lessons, is killed, and finds them completed', go: completeOffline },
  { name: 'gets everything to the server once when it is back', go: comeBack },
  { name: 'signs out and leaves no trace', go: signOut },
];

async function signUp({ page, server }: Journey): Promise<void> {
  await page.goto(`${server.url}/signup`);
  await page.fill('Full name', 'Alice');
  await page.fill('Email', emailOf('Alice'));
  await page.fill('Password', PASSWORD);
  await page.fill('Confirm password', PASSWORD);
  await page.run(`document.querySelector('main form').requestSubmit();`);
  await page.untilText('Welcome back, Alice');
}

async function unlockAndDownload({ page, server }: Journey): Promise<void> {
  const [code = ''] = server.codes(COURSE);
  await page.goto(`${server.url}/courses/${COURSE}/activate`);
  await page.fill('Activation code', code);
  await page.press('Unlock course');
  await page.until(
    'the dashboard that an activation leads to',
    `return location.pathname === '/dashboard'
       && performance.getEntriesByType('navigation').some(({ type }) => type === 'reload')`,
  );
  await page.untilText('Works offline');
  await page.until(
    'the whole course',
    `return document.body.innerText.includes(arguments[0])`,
    `${LESSONS} of ${LESSONS} lessons work offline`,
  );
  await page.until(
    'a worker that responds',
    `return navigator.serviceWorker.controller !== null && navigator.serviceWorker.controller.state === 'activated'`,
  );
}

async function completeFirst(journey: Journey): Promise<void> {
  await journey.page.goto(lessonUrl(journey, 1));
  await complete(journey.page);
  await untilCompleted(journey, 1);
}

async function takeEverything({ page, server }: Journey): Promise<void> {
  await page.goto(`${server.url}/dashboard`);
  await page.until(
    'the way to the panel',
    `const opener = document.querySelector('[data-download]'); opener?.click(); return opener !== null`,
  );
  await page.until(
    'what can be made available',
    `const covers = [...document.querySelectorAll('dialog label')]
       .find(({ textContent }) => textContent.startsWith('Pictures'))?.querySelector('input');
     if (covers?.checked === false) covers.click();
     const start = [...document.querySelectorAll('dialog button')]
       .find(({ textContent }) => textContent.startsWith('Download'));
     start?.click();
     return start !== undefined`,
  );
  await page.untilText('All selected files are downloaded.');
}

async function coldStart(journey: Journey): Promise<void> {
  await journey.server.stop();
  await restart(journey);
  await journey.page.goto(`${journey.server.url}/dashboard`);
  await journey.page.untilText('Welcome back, Alice');
  await journey.page.untilText('Works offline');
}

async function readAll(journey: Journey): Promise<void> {
  await journey.page.goto(lessonUrl(journey, 1));
  for (let number = 2; number <= LESSONS; number += 1) {
    await journey.page.press('Next Lesson');
    await journey.page.until(
      `lesson ${number}`,
      `return document.body.innerText.includes(arguments[0]) && document.querySelector('article h2') !== null`,
      `Lesson ${number} ·`,
    );
  }
}

async function search({ page, server }: Journey): Promise<void> {
  await page.goto(`${server.url}/search?q=tide%20tabel`);
  await page.untilText('Reading a tide table');
  await page.until('the highlighted match', `return document.querySelector('main mark') !== null`);
}

async function playVideo(journey: Journey): Promise<void> {
  await journey.page.goto(lessonUrl(journey, 1));
  await journey.page.until(
    'a video from the device',
    `return document.querySelector('video')?.getAttribute('src')?.startsWith('/__media/') === true`,
  );
  await journey.page.until('the length of the video', `return document.querySelector('video').duration > 0`);
  await journey.page.run(
    `const video = document.querySelector('video'); video.muted = true; video.currentTime = 20; video.play().catch(() => undefined);`,
  );
  await journey.page.until(
    'the video beyond second 20',
    `return document.querySelector('video').currentTime > 20`,
  );
  await journey.page.run(
    `document.querySelector('button[aria-label="Captions"]:not([aria-pressed="true"])')?.click();`,
  );
  await journey.page.until(
    'the captions of the video',
    `const [track] = document.querySelector('video').textTracks;
     const words = track?.activeCues?.[0]?.text.trim().split('\\n')[0];
     return words !== undefined && document.querySelector('main').innerText.includes(words)`,
  );
  await journey.page.run(`document.querySelector('video').pause();`);
}

async function completeOffline(journey: Journey): Promise<void> {
  for (const number of [2, 3]) {
    await journey.page.goto(lessonUrl(journey, number));
    await complete(journey.page);
  }
  await restart(journey);
  await journey.page.goto(`${journey.server.url}/dashboard`);
  await journey.page.untilText('3 of 12 lessons');
}

async function comeBack(journey: Journey): Promise<void> {
  await journey.server.start();
  await untilCompleted(journey, 3);
  await journey.page.until(
    'the label that everything is sent',
    `return document.querySelector('[data-sync="sent"]') !== null`,
  );
  const { activations, progress } = readServerDb(journey.server, 'Alice');
  if (activations.length !== 1) throw new Error(`${activations.length} activations`);
  if (new Set(progress.map((row) => row.lessonId)).size !== progress.length)
    throw new Error('Progress is stored twice');
}

async function signOut({ page, server }: Journey): Promise<void> {
  await page.goto(`${server.url}/dashboard`);
  await page.untilText('Welcome back, Alice');
  await page.run(`document.querySelector('button[aria-label^="Account of"]')?.click();`);
  await page.press('Sign out');
  await page.until('the front page', `return location.pathname === '/'`);
  await page.until(
    'no trace',
    `return (async () => {
       const databases = await indexedDB.databases();
       const caches_ = await caches.keys();
       return databases.every(({ name }) => !name.startsWith('carrel-user-'))
         && caches_.every((name) => !name.startsWith('carrel-media-'))
         && !JSON.stringify(localStorage).includes('Alice');
     })()`,
  );
}

async function complete(page: EnginePage): Promise<void> {
  await page.press('Mark complete');
  await page.untilText('Completed');
}

async function restart(journey: Journey): Promise<void> {
  await journey.engine.kill();
  journey.page = await journey.engine.open();
}

async function untilCompleted({ server }: Journey, count: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (readServerDb(server, 'Alice').completed.length !== count) {
    if (Date.now() > deadline)
      throw new Error(`The server did not receive ${count} completed lessons in time`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
