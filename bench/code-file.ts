import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { Settling } from '#e2e/visual/settling.ts';
import { adminLogIn } from '#e2e/world/admin.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { fillCourse } from '#e2e/world/fill-course.ts';
import { CODE_LIST_MAX } from '#schema/limits.ts';
import { type Figure, median } from './figures.ts';

const COURSE = { id: 'bench-codes', modules: 3, lessons: 4 };
const CPU_SLOWDOWN = 4;
const ROUNDS = 3;
const TIMEOUT_MS = 120_000;

/** Runs in the page, as text, because tsx rewrites functions: collects the times of tasks over 50 ms. */
const WATCH = `(() => {
  window.taskMs = [0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.taskMs.push(duration);
  }).observe({ type: 'longtask' });
})()`;

/** Milliseconds of one copy of the list: what the device cannot do without to store it. */
const COPY = `(() => {
  const codes = Array.from({ length: ${CODE_LIST_MAX} }, (_, at) => 'CARREL-' + at);
  const startMs = performance.now();
  structuredClone(codes);
  return performance.now() - startMs;
})()`;

/** By the file's path: Playwright's own way copies its bytes into the page, on the thread that is measured. */
async function chooseFile(cdp: CDPSession, path: string): Promise<void> {
  const { root } = await cdp.send('DOM.getDocument');
  const selector = 'input[type=file][accept*=csv]';
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await cdp.send('DOM.setFileInputFiles', { nodeId, files: [path] });
}

/** The longest task from the choice of the file until its codes are stored on a device without a network. */
async function measureFile(page: Page, cdp: CDPSession, path: string): Promise<number> {
  await page.evaluate('window.taskMs = [0]');
  await chooseFile(cdp, path);
  await page.getByRole('button', { name: /^Add [\d,]+ codes$/ }).click({ timeout: TIMEOUT_MS });
  await page.getByText('saved on this device, not sent yet.').waitFor({ timeout: TIMEOUT_MS });
  return Math.max(...(await page.evaluate<number[]>('window.taskMs')));
}

/** Measures what the largest file of activation codes does to the editor, on a slowed CPU. */
export async function codeFileFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-codes-'));
  const path = join(folder, 'codes.csv');
  const lines = Array.from({ length: CODE_LIST_MAX }, (_, at) => `CARREL-${String(at).padStart(7, '0')}-XQ`);
  await writeFile(path, lines.join('\n'));
  const rounds: { readonly longestMs: number; readonly copyMs: number }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(path));
  } finally {
    await rm(folder, { recursive: true });
  }
  const [longest, copy] = [rounds.map(({ longestMs }) => longestMs), rounds.map(({ copyMs }) => copyMs)];
  return [
    {
      name: `the longest task while a file of ${CODE_LIST_MAX.toLocaleString('en')} codes is stored, CPU slowed ${CPU_SLOWDOWN} times`,
      value: median(rounds.map(({ longestMs, copyMs }) => longestMs / copyMs)),
      unit: 'times one copy of the list',
      bound: { kind: 'at most', value: 5 },
      detail: `${median(longest).toFixed(0)} ms and ${median(copy).toFixed(0)} ms, medians of ${ROUNDS} rounds`,
    },
  ];
}

async function measureRound(path: string) {
  const server = await CarrelServer.start();
  const device = await Chromium.create();
  try {
    await server.stop();
    fillCourse(server, COURSE);
    await server.start();
    const page = await device.open();
    const settling = new Settling(page);
    await page.addInitScript(WATCH);
    await adminLogIn(page, server.url, `/admin/courses/${COURSE.id}`);
    await page.getByRole('region', { name: 'Activation Codes' }).waitFor();
    // Not `networkidle`: the stream of changes may never leave the network idle.
    await settling.untilSettled();
    await page.route('**/api/**', (route) => route.abort());
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const copies: number[] = [];
    for (let copy = 0; copy < ROUNDS; copy += 1) copies.push(await page.evaluate<number>(COPY));
    return { longestMs: await measureFile(page, cdp, path), copyMs: median(copies) };
  } finally {
    await device.dispose();
    await server.dispose();
  }
}
