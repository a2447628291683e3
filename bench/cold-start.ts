import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { freePort } from '#e2e/world/free-port.ts';
import { signUp, unlockAndDownload } from '#e2e/world/learner.ts';
import { type Figure, median } from './figures.ts';

const ROUNDS = 9;
const CPU_SLOWDOWN = 4;
const RATIO_MAX = 1.5;
const BASELINE = fileURLToPath(new URL('baseline', import.meta.url));
const BASELINE_BUILT = fileURLToPath(new URL('../node_modules/.cache/bench-baseline', import.meta.url));

/** Runs in the page: sets the mark once a heading with the text has been painted. Text, because tsx rewrites functions. */
const READABLE_MARK = `(text) => {
  const observer = new MutationObserver(() => {
    if (![...document.querySelectorAll('h2')].some((h2) => h2.textContent.includes(text))) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('readable')));
  });
  observer.observe(document, { childList: true, subtree: true });
}`;

/** Milliseconds from the start of the navigation until a heading with this text has been painted. */
async function readableAfterMs(page: Page, url: string, heading: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript({ content: `(${READABLE_MARK})(${JSON.stringify(heading)})` });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('readable').length > 0);
  return page.evaluate(() => performance.getEntriesByName('readable')[0]?.startTime ?? Number.NaN);
}

/**
 * The same lesson in a minimal React page, precached by a minimal worker, on a profile that has visited it
 * once.
 */
async function prepareBaseline(lessonHtml: string): Promise<{ device: Chromium; url: string }> {
  await build({
    configFile: false,
    root: BASELINE,
    logLevel: 'error',
    define: { LESSON_HTML: JSON.stringify(lessonHtml) },
    build: {
      outDir: BASELINE_BUILT,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  });
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer(async (request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const body = await readFile(join(BASELINE_BUILT, name)).catch(() => null);
    response
      .writeHead(body === null ? 404 : 200, { 'content-type': types[extname(name)] ?? 'text/plain' })
      .end(body);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const device = await Chromium.create();
  const url = `http://127.0.0.1:${port}/`;
  const page = await device.open();
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await device.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { device, url };
}

async function prepareCarrel(
  server: CarrelServer,
): Promise<{ device: Chromium; url: string; lessonHtml: string }> {
  const device = await Chromium.create();
  const page = await device.open();
  await signUp(page, server.url, 'Bench Reader');
  const [code = ''] = server.codes('course-1');
  await unlockAndDownload(page, server.url, { courseId: 'course-1', code });
  const [row] = server.query<{ content: string }>(
    'select content from lessonContents where lessonId = ?',
    'course-1-lesson-02',
  );
  // Killed within seconds of a login the browser loses localStorage, and the next start would be a recovery
  // from a crash.
  await device.close();
  await server.stop();
  return {
    device,
    url: `${server.url}/courses/course-1/learn?lesson=course-1-lesson-02`,
    lessonHtml: row?.content ?? '',
  };
}

/**
 * Offline cold start to a readable lesson on a slow CPU, against the baseline; both are measured alternately.
 */
export async function coldStartFigure(server: CarrelServer): Promise<Figure> {
  const carrel = await prepareCarrel(server);
  const baseline = await prepareBaseline(carrel.lessonHtml);
  const heading = /<h2>([^<]+)<\/h2>/.exec(carrel.lessonHtml)?.[1] ?? '';
  const times = { carrel: [] as number[], baseline: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      times.carrel.push(await readableAfterMs(await carrel.device.open(), carrel.url, heading));
      await carrel.device.kill();
      times.baseline.push(await readableAfterMs(await baseline.device.open(), baseline.url, heading));
      await baseline.device.kill();
    }
  } finally {
    await carrel.device.dispose();
    await baseline.device.dispose();
  }
  const [ours, bare] = [median(times.carrel), median(times.baseline)];
  return {
    name: 'offline cold start to a readable lesson, CPU slowed 4 times',
    value: ours / bare,
    unit: 'times a bare React page',
    bound: { kind: 'at most', value: RATIO_MAX },
    detail: `medians of ${ROUNDS}: ${ours.toFixed(0)} ms and ${bare.toFixed(0)} ms`,
  };
}
