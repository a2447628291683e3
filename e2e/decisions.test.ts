import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../docs/decisions', import.meta.url));
const HEAD = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d) · Status: (accepted|superseded by \d+)\n/;

const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');

describe('decisions', () => {
  it.each(files)('%s has its number, title, date and status, and its row in the index', (file) => {
    const [, number = '', title, date, status] = HEAD.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? [];
    expect(file.slice(0, 4)).toBe(`${number.padStart(3, '0')}-`);
    expect(index).toContain(`| [${number}](${file}) | ${title} | ${date} | ${status} |`);
  });

  it('every decision is listed once, and the index lists no other', () => {
    const listed = [...index.matchAll(/^\| \[\d+\]\(([^)]+)\)/gm)].map(([, file]) => file);
    expect(listed).toEqual(files.toSorted());
  });
});
