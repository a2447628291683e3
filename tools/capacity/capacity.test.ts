import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { databaseBytesOf, dataOf } from './data.ts';
import { FEWER_SAVES, INPUTS } from './inputs.ts';
import { loadOf, peakOf } from './load.ts';
import { costPerLearner, planOf } from './plan.ts';
import { capacityTables, SIZES } from './tables.ts';
import { wallsOf } from './walls.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CAPACITY = readFileSync(join(ROOT, 'docs/capacity.md'), 'utf8');
const OPERATIONS = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const MB = 1e6;

/** How far the model may be from what was measured. */
const FACTOR = 1.3;

/** The larger number divided by the smaller one. */
const factorBetween = (one: number, other: number): number => Math.max(one / other, other / one);

describe('docs/capacity.md', () => {
  it.each(capacityTables(INPUTS))('has the table of $section as the program prints it', (table) => {
    const section = CAPACITY.split(/^## /m).find((text) => text.startsWith(`${table.section}\n`));
    expect(section).toContain(table.markdown);
  });

  it('names files that exist', () => {
    const paths = [...CAPACITY.matchAll(/`((?:pwa|schema|sync-server|bench|tools)\/[\w./-]+)`/g)];
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter(([, path = '']) => !existsSync(join(ROOT, path))).map(([, path]) => path)).toEqual(
      [],
    );
  });
});

describe('the model, compared with what was measured', () => {
  it('has the growth of a year that operations.md states', () => {
    const [, personal, receipts] =
      /A year of 1,000 learners[^:]*: (\d+) MB of progress and accounts, and (\d+) MB of receipts/.exec(
        OPERATIONS,
      ) ?? [];
    const { bytes } = dataOf(1_000, { ...INPUTS, dailyShare: 1, lessonsPerYear: 300, receiptBytes: 320 });
    expect(factorBetween(bytes.personal, Number(personal) * MB)).toBeLessThan(FACTOR);
    expect(factorBetween(bytes.receipts, Number(receipts) * MB)).toBeLessThan(FACTOR);
  });

  it('has the size of the library that was generated and measured as a file', () => {
    const [, courses, people, codes, gigabytes] =
      /(\d+) courses of 100 lessons, ([\d,]+) users, 500,000 activations, 2 million rows of progress and ([\d,]+) codes \(([\d.]+) GB\)/.exec(
        OPERATIONS,
      ) ?? [];
    const learners = Number(people?.replaceAll(',', ''));
    const generated = dataOf(learners, {
      ...INPUTS,
      // Without saved positions, and without edits.
      ...{ dailyShare: 0, authorBytesPerYear: 0 },
      ...{ lessonsPerYear: 2e6 / learners, learnersPerCourse: learners / Number(courses) },
      codeBytes: (INPUTS.codeBytes * Number(codes?.replaceAll(',', ''))) / learners,
      // 100 lessons of 1,600 characters, each with its rows.
      courseBytes: 100 * (1_600 + INPUTS.lessonBytes),
    });
    expect(factorBetween(databaseBytesOf(generated), Number(gigabytes) * 1e9)).toBeLessThan(FACTOR);
  });
});

describe('the load', () => {
  it('grows with the number of learners, and is highest in the busiest hour', () => {
    const [one, ten] = [loadOf(1_000_000, INPUTS), loadOf(10_000_000, INPUTS)];
    expect(ten.commands).toBeCloseTo(10 * one.commands);
    expect(ten.requests.personal).toBeCloseTo(10 * one.requests.personal);
    expect(peakOf(one, INPUTS).streams).toBeCloseTo(INPUTS.peakFactor * one.streams);
  });

  it('is that of the learners who study at the moment', () => {
    const everybody = { ...INPUTS, dailyShare: 1, hoursPerDay: 24 };
    expect(loadOf(500, everybody).streams).toBe(500);
    expect(loadOf(500, everybody).requests.personal).toBeGreaterThan((500 * 2 * INPUTS.savesPerHour) / 3_600);
  });

  it('counts a pull of each open page of the course after an edit', () => {
    const authorsOnly = { ...INPUTS, dailyShare: 1e-12 };
    const { requests } = loadOf(1_000_000, authorsOnly);
    const edits = (500 * INPUTS.authorSavesPerDay) / 86_400;
    expect(requests.editorial).toBeCloseTo(edits * INPUTS.requestsPerSave);
    expect(loadOf(1_000_000, INPUTS).requests.editorial).toBeGreaterThan(requests.editorial);
  });
});

describe('the plan', () => {
  it('begins with one process on SQLite, and divides the learners last', () => {
    expect(SIZES.map((learners) => planOf(learners, INPUTS).setup)).toEqual([
      'one process, SQLite',
      expect.stringContaining('by person'),
      'databases by person',
    ]);
    expect(planOf(140_000, { ...INPUTS, savesPerHour: 100 }).setup).toBe('one process, SQLite');
  });

  it('has one database for a million learners with fewer saves', () => {
    expect(planOf(1_000_000, { ...INPUTS, ...FEWER_SAVES }).setup).toBe('PostgreSQL');
  });

  it('has two processes at least where it has several', () => {
    const { setup, processes } = planOf(20_000, { ...INPUTS, streamsPerProcess: 200, hoursPerDay: 0.5 });
    expect({ setup, processes }).toEqual({ setup: 'PostgreSQL', processes: 2 });
  });

  it('has as many databases as the strongest reason asks for', () => {
    const { databases, databasesBy } = planOf(50_000_000, INPUTS);
    expect(databases).toBe(Math.ceil(Math.max(...Object.values(databasesBy))));
  });

  it('costs less for a learner whose files a CDN delivers', () => {
    for (const learners of SIZES) {
      const { delivery, deliveryWithoutCdn } = costPerLearner(learners, INPUTS);
      expect(delivery).toBeLessThan(deliveryWithoutCdn);
    }
  });
});

describe('the walls', () => {
  it('are in the order in which they are met', () => {
    const learners = wallsOf(INPUTS).map((wall) => wall.learners);
    expect(learners).toEqual(learners.toSorted((one, other) => one - other));
  });

  it('move with what they depend on', () => {
    const counter = (inputs = INPUTS) =>
      wallsOf(inputs).find(({ what }) => what.startsWith('one counter'))?.learners ?? 0;
    const fewerSaves = { ...INPUTS, savesPerHour: INPUTS.savesPerHour / 10 };
    expect(counter(fewerSaves) / counter()).toBeCloseTo(10, 0);
  });
});
