import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProjectRoot } from '../project-root.ts';

const SERVER = join(findProjectRoot(), 'sync-server');

/** Reads that may see the rows of deleted courses, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'activation/access-queries.ts: activations': 'finds removed access, of a course that was found',
  'db/live-rows.ts: courses modules lessons activations': 'leaves them out',
  'editor/queries/remove-deleted-queries.ts: activations lessons modules': 'removes them',
  'editor/queries/remove-queries.ts: lessons modules courses': 'removes parts of a course that was found',
  'users/person-queries.ts: activations': 'with their live courses, those whose access was removed too',
  'trash/notice-queries.ts: activations': 'notifies the learners of deleted courses',
  'trash/trash-queries.ts: courses': 'lists deleted courses and restores them',
  'courses/course-queries.ts: activations': 'reads them of a course that was found',
  'stats/stats-queries.ts: activations': 'subtracts them',
  'erasure/erasure-queries.ts: activations': 'removes those of a person',
  'personal-data/data-queries.ts: activations courses lessons': 'are a person’s data until they are removed',
  'uploads/files/thumbnail-queries.ts: courses': 'their files stay as long as they do',
  'uploads/files/unused-file-queries.ts: lessons': 'their files stay as long as they do',
};

/** The tables that the program reads by name instead of by live-rows.ts, by file. */
function listReads(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|-for-test\.ts$|^testing\/|\/migrations\//.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(SERVER, file), 'utf8');
    const reads = text.matchAll(
      /(?:selectFrom|[jJ]oin)\(\s*\[?'(courses|modules|lessons|activations)(?: as \w+)?'/g,
    );
    const tables = [...new Set([...reads].map(([, table]) => table))];
    return tables.length === 0 ? [] : [`${file}: ${tables.join(' ')}`];
  });
}

it('every read of courses, modules, lessons and activations leaves out those of deleted courses', () => {
  expect(listReads().sort()).toEqual(Object.keys(exceptions).sort());
});
