import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** Number of requirements of levels 1 and 2 in ASVS 5.0.0. */
const REQUIREMENTS = 253;
const STATUSES = ['met', 'deviation', 'operator', 'not met'];
/** Minimum share of level 2 that is met or declared with a reason. */
const LEVEL_2_SHARE = 0.95;

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', requirement = '', status = '', shownBy = '']) => ({
    id,
    level,
    requirement,
    status,
    shownBy,
  }),
);
const notApplicable = [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| [^|]+ \|$/gm)].flatMap(
  ([, ids = '']) => ids.split(', '),
);

/** Files that a row names, each with the test titles that follow it. */
function citationsOf(shownBy: string): { path: string; titles: string[] }[] {
  return [...shownBy.matchAll(/`([\w@./-]+\.(?:ts|tsx|json))`((?:[^`“]*“[^”]+”)*)/g)].map(
    ([, path = '', rest = '']) => ({
      path,
      titles: [...rest.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }),
  );
}

describe('the table of the verification standard', () => {
  it('has every requirement of levels 1 and 2 once', () => {
    const ids = [...rows.map(({ id }) => id), ...notApplicable];
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids).toHaveLength(REQUIREMENTS);
  });

  it('uses only the known verdicts, and gives a reason or a proof for each', () => {
    expect(rows.filter(({ status }) => !STATUSES.includes(status))).toEqual([]);
    expect(rows.filter(({ shownBy }) => shownBy.trim() === '')).toEqual([]);
  });

  it('names files and tests that exist', () => {
    const wrong = rows.flatMap(({ id, shownBy }) =>
      citationsOf(shownBy).flatMap(({ path, titles }) => {
        if (!existsSync(join(ROOT, path))) return [`${id}: ${path} does not exist`];
        const source = readFileSync(join(ROOT, path), 'utf8');
        return titles
          .filter((title) => !source.includes(title))
          .map((title) => `${id}: ${path} has no “${title}”`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves no requirement of level 1 unmet, and few of level 2', () => {
    const unmet = (level: string) =>
      rows.filter((row) => row.level === level && row.status === 'not met').map(({ id }) => id);
    expect(unmet('1')).toEqual([]);
    const level2 = rows.filter(({ level }) => level === '2').length;
    expect(1 - unmet('2').length / level2).toBeGreaterThanOrEqual(LEVEL_2_SHARE);
  });

  it('declares deviations at level 1 only where they depend on the installation', () => {
    expect(rows.filter(({ level, status }) => level === '1' && status === 'deviation')).toEqual([]);
  });
});
