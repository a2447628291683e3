import type { Page } from '@playwright/test';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { openBenchPage } from '../bench-page.ts';
import { type Figure, median } from '../figures.ts';
import './queued-edit-page/window.ts';
import type { EditKind } from './queued-edit-page/window.ts';

const LENGTHS = [0, 1_000, 10_000] as const;
const EDITS = 15;
const ROUNDS = 3;
const EXPONENT_MAX = 0.1;
const SOURCE = new URL('queued-edit-page/main.ts', import.meta.url);
const NAMES: Readonly<Record<EditKind, string>> = {
  lesson: "an admin's edit of a lesson",
  progress: "a learner's progress",
};

/** One edit until it is on the device's disk, beside a queue that is empty, long and very long. */
export async function queuedEditFigures(): Promise<Figure[]> {
  const device = await Chromium.create();
  try {
    const page = await openBenchPage(device, { source: SOURCE, name: 'queuePage' });
    return [await figureOf(page, 'lesson'), await figureOf(page, 'progress')];
  } finally {
    await device.dispose();
  }
}

async function figureOf(page: Page, kind: EditKind): Promise<Figure> {
  const times = LENGTHS.map((): number[] => []);
  for (const length of LENGTHS) {
    await page.evaluate(([of, count]) => window.queuePage.fill(of, count), [kind, length] as const);
    // The first edit opens the database, and is not measured.
    await measure(page, kind, length);
  }
  // In turns, so that a busy moment of the machine concerns all lengths.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, length] of LENGTHS.entries()) times[at]?.push(...(await measure(page, kind, length)));
  }
  const [empty = 0, long = 0, veryLong = 0] = times.map(median);
  return {
    name: `${NAMES[kind]} with 10,000 waiting against 1,000, growth exponent`,
    value: Math.log10(veryLong / long),
    unit: '',
    bound: { kind: 'at most', value: EXPONENT_MAX },
    detail: `medians of ${EDITS * ROUNDS}: ${[empty, long, veryLong].map((ms) => ms.toFixed(1)).join(', ')} ms with 0, 1,000 and 10,000 waiting`,
  };
}

async function measure(page: Page, kind: EditKind, length: number): Promise<number[]> {
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    times.push(
      await page.evaluate(([of, count]) => window.queuePage.edit(of, count), [kind, length] as const),
    );
  }
  return times;
}
