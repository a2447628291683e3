import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { toWebVtt } from './drawing/captions.ts';
import { printSheet, type Sheet } from './drawing/print-pdf.ts';
import { recordScene } from './drawing/record.ts';
import type { Scene } from './drawing/scene.ts';
import { airThatMoves } from './scenes/air-that-moves.ts';
import { readingATideTable } from './scenes/reading-a-tide-table.ts';
import { sampling } from './scenes/sampling.ts';
import { theBreakEvenDay } from './scenes/the-break-even-day.ts';
import { theLostReply } from './scenes/the-lost-reply.ts';
import { whereTheSignalGoes } from './scenes/where-the-signal-goes.ts';
import { cashCalendar } from './sheets/cash-calendar.ts';
import { recordingChecklist } from './sheets/recording-checklist.ts';
import { tideTableWorksheet } from './sheets/tide-table-worksheet.ts';

const scenes: readonly Scene[] = [
  whereTheSignalGoes,
  readingATideTable,
  theLostReply,
  theBreakEvenDay,
  airThatMoves,
  sampling,
];
const sheets: readonly Sheet[] = [tideTableWorksheet, cashCalendar, recordingChecklist];

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

/**
 * Creates the demo's videos and documents, or the one with the given name, in the folders of their courses.
 */
async function makeMedia(name: string | undefined): Promise<void> {
  const wanted = <T extends { name: string }>(all: readonly T[]): T[] =>
    all.filter((one) => name === undefined || one.name === name);
  if (wanted(scenes).length + wanted(sheets).length === 0) {
    throw new Error(`No video or sheet is called ${String(name)}`);
  }
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: browserArguments,
  });
  try {
    for (const sheet of wanted(sheets)) {
      const file = await fileFor(sheet.course, `${sheet.name}.pdf`);
      await printSheet(browser, sheet, file);
      await report(file);
    }
    for (const scene of wanted(scenes)) {
      const file = await fileFor(scene.course, `${scene.name}.mp4`);
      await recordScene(browser, scene, file);
      await writeFile(await fileFor(scene.course, `${scene.name}.vtt`), toWebVtt(scene));
      await report(file);
    }
  } finally {
    await browser.close();
  }
}

async function fileFor(course: string, name: string): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../sync-server/seed/courses', course, 'media');
  await mkdir(folder, { recursive: true });
  return path.join(folder, name);
}

async function report(file: string): Promise<void> {
  const kilobytes = Math.round((await stat(file)).size / 1000);
  process.stdout.write(`${path.basename(file)}  ${kilobytes} kB\n`);
}

await makeMedia(process.argv[2]);
