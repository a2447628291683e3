import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { adminLogIn } from '#e2e/world/admin.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { type Figure, median } from './figures.ts';
import { extraMemoryMb } from './group-memory.ts';
import { workerCpuMs } from './worker-cpu.ts';

const MODULES = 12;
const LESSONS = 300;
const PICTURES = 150;
const VIDEO_BYTES = 10 * 1024 * 1024;
const VIDEOS = 7;
const CPU_SLOWDOWN = 4;
const ROUNDS = 3;
const TIMEOUT_MS = 120_000;

/**
 * Runs in the page, as text, because tsx rewrites functions: collects the times of tasks over 50 ms. `untilSeen` waits
 * for an element with a text; Playwright's own way examines the whole page again and again, on the thread that is
 * measured.
 */
const WATCH = `(() => {
  window.taskMs = [0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.taskMs.push(duration);
  }).observe({ type: 'longtask' });
  window.untilSeen = (selector, text) => new Promise((resolve, reject) => {
    const isThere = () => [...document.querySelectorAll(selector)].some((one) => one.textContent.endsWith(text));
    const watch = new MutationObserver(() => {
      if (!isThere()) return;
      watch.disconnect();
      resolve(true);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    setTimeout(() => reject(new Error(text + ' was not seen')), ${TIMEOUT_MS});
  });
})()`;

const PREVIEW = `window.untilSeen('main button', 'Import')`;
const STORED = `window.untilSeen('main p', 'is saved on this device')`;
/** The page rests when no task has been long for a second. */
const REST = `new Promise((resolve) => {
  const check = (before) => setTimeout(() => {
    if (window.taskMs.length === before) resolve(true);
    else check(window.taskMs.length);
  }, 1_000);
  check(window.taskMs.length);
})`;

interface Round {
  readonly previewMs: number;
  readonly storeMs: number;
  readonly longestTaskMs: number;
  readonly extraMb: number;
  readonly workerMs: number;
}

/** Measures the import of a Common Cartridge of 100 MB on an admin's device. */
export async function importFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-cartridge-'));
  const path = join(folder, 'biology.imscc');
  const rounds: Round[] = [];
  try {
    const sizeBytes = await writeCartridge(path);
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(path));
    return figuresOf(rounds, { sizeBytes, floorMs: await hashOnce(path) });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function figuresOf(rounds: readonly Round[], file: { sizeBytes: number; floorMs: number }): Figure[] {
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  const size = `${Math.round(file.sizeBytes / 1_000_000)} MB, ${LESSONS} lessons, ${PICTURES} pictures`;
  const page = `CPU of the page slowed ${CPU_SLOWDOWN} times`;
  return [
    {
      name: `from the choice of a cartridge to its preview (${size})`,
      value: of(({ previewMs }) => previewMs) / file.floorMs,
      unit: 'times reading and hashing the file once',
      bound: null,
      detail: `${of(({ previewMs }) => previewMs).toFixed(0)} ms and ${file.floorMs.toFixed(0)} ms; the worker is not slowed`,
    },
    {
      name: `the same if the worker were ${CPU_SLOWDOWN} times as slow too, computed`,
      value: of(slowedMs) / 1_000,
      unit: 's',
      bound: { kind: 'at most', value: 5 },
      detail: `processor time of the worker ${of(({ workerMs }) => workerMs).toFixed(0)} ms`,
    },
    {
      name: `the longest task of the page meanwhile, ${page}`,
      value: of(({ longestTaskMs }) => longestTaskMs),
      unit: 'ms',
      bound: { kind: 'at most', value: 50 },
      detail: `median of ${ROUNDS} rounds`,
    },
    {
      name: `from Import until ${LESSONS} lessons and ${VIDEOS} videos are queued, ${page}`,
      value: of(({ storeMs }) => storeMs) / 1_000,
      unit: 's',
      bound: { kind: 'at most', value: 3 },
      detail: `median of ${ROUNDS} rounds`,
    },
    {
      name: 'what all processes of the browser need meanwhile at most, beyond what they needed before',
      value: of(({ extraMb }) => extraMb),
      unit: 'MB',
      bound: { kind: 'at most', value: 150 },
      detail: `median of ${ROUNDS} rounds`,
    },
  ];
}

/**
 * DevTools slow no workers. What is read ends later by the processor time of the worker, as the page waits for it; its
 * waits for the disk and for hashes, which have threads of their own, stay as they are.
 */
const slowedMs = ({ previewMs, workerMs }: Round): number => previewMs + (CPU_SLOWDOWN - 1) * workerMs;

/** The floor: every byte is read and hashed once. */
async function hashOnce(path: string): Promise<number> {
  const startMs = performance.now();
  createHash('sha256')
    .update(await readFile(path))
    .digest();
  return performance.now() - startMs;
}

async function measureRound(path: string): Promise<Round> {
  const server = await CarrelServer.start();
  const device = await Chromium.create();
  try {
    const page = await device.open();
    await page.addInitScript(WATCH);
    await adminLogIn(page, server.url, '/admin/import');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.evaluate(REST);
    return await importFile(device.processGroup, { page, cdp, path });
  } finally {
    await device.dispose();
    await server.dispose();
  }
}

interface Importing {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly path: string;
}

async function importFile(processGroup: number, importing: Importing): Promise<Round> {
  let times = { previewMs: Number.NaN, longestTaskMs: Number.NaN, storeMs: Number.NaN };
  let workerMs = Number.NaN;
  const extraMb = await extraMemoryMb(processGroup, async () => {
    workerMs = await workerCpuMs(processGroup, async () => {
      times = await measureTimes(importing);
    });
  });
  return { ...times, extraMb, workerMs };
}

async function measureTimes({ page, cdp, path }: Importing): Promise<Omit<Round, 'extraMb' | 'workerMs'>> {
  await page.evaluate('window.taskMs = [0]');
  const chosenMs = performance.now();
  const previewed = page.evaluate(PREVIEW);
  await chooseFile(cdp, path);
  await previewed;
  const previewMs = performance.now() - chosenMs;
  await page.evaluate(REST);
  const longestTaskMs = Math.max(...(await page.evaluate<number[]>('window.taskMs')));
  const stored = page.evaluate(STORED);
  const pressedMs = performance.now();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await stored;
  return { previewMs, longestTaskMs, storeMs: performance.now() - pressedMs };
}

/** By the file's path: Playwright's own way copies its bytes into the page, on the thread that is measured. */
async function chooseFile(cdp: CDPSession, path: string): Promise<void> {
  const { root } = await cdp.send('DOM.getDocument');
  const selector = 'input[type=file]:not([webkitdirectory])';
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await cdp.send('DOM.setFileInputFiles', { nodeId, files: [path] });
}

/** Writes the cartridge and returns its size in bytes. */
async function writeCartridge(path: string): Promise<number> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(manifest()), 'imsmanifest.xml');
  const noise = { width: 640, height: 480, channels: 3 } as const;
  for (let at = 0; at < PICTURES; at += 1) {
    const picture = await sharp(randomBytes(640 * 480 * 3), { raw: noise })
      .jpeg({ quality: 60 })
      .toBuffer();
    zip.addBuffer(picture, `pictures/${at}.jpg`, { compress: false });
  }
  const start = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom');
  for (let at = 0; at < VIDEOS; at += 1) {
    zip.addBuffer(Buffer.concat([start, randomBytes(VIDEO_BYTES)]), `videos/${at}.mp4`, { compress: false });
  }
  for (let at = 0; at < LESSONS; at += 1) zip.addBuffer(Buffer.from(pageOf(at)), `pages/${at}.html`);
  zip.end();
  const file = createWriteStream(path);
  await finished(zip.outputStream.pipe(file));
  return file.bytesWritten;
}

function pageOf(at: number): string {
  const text =
    '<p>The cell is the smallest part of what lives, and each has a wall that lets some things in.</p>';
  const picture = at < PICTURES ? `<img src="../pictures/${at}.jpg" alt="A cell">` : '';
  const video = at < VIDEOS ? `<video src="../videos/${at}.mp4"></video>` : '';
  const next = `<a href="${(at + 1) % LESSONS}.html">Next</a>`;
  return `<html><body><h1>Lesson ${at}</h1>${video}${text.repeat(40)}${picture}${next}</body></html>`;
}

function manifest(): string {
  const perModule = LESSONS / MODULES;
  const items = Array.from({ length: MODULES }, (_, module) => {
    const lessons = Array.from({ length: perModule }, (_, index) => {
      const at = module * perModule + index;
      return `<item identifier="i${at}" identifierref="r${at}"><title>Lesson ${at}</title></item>`;
    });
    return `<item identifier="m${module}"><title>Module ${module}</title>${lessons.join('')}</item>`;
  });
  const resources = Array.from(
    { length: LESSONS },
    (_, at) =>
      `<resource identifier="r${at}" type="webcontent" href="pages/${at}.html"><file href="pages/${at}.html"/></resource>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
<metadata><schema>IMS Common Cartridge</schema><schemaversion>1.1.0</schemaversion></metadata>
<organizations><organization identifier="o" structure="rooted-hierarchy"><item identifier="root">${items.join('')}</item></organization></organizations>
<resources>${resources.join('')}</resources></manifest>`;
}
