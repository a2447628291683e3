import { describe, expect, it } from 'vitest';
import { editorRow } from '#pwa/testing/edits.ts';
import { activationRow, envelope, fresh, progressRow } from '#pwa/testing/rows.ts';
import { growthOf, LINEAR_GROWTH_MAX } from '#schema/testing/growth.ts';
import { findBlockers, groupUnsent } from './centre-model.ts';

const titles = { courses: new Map([['tides', 'Tides']]), lessons: new Map() };
const rename = (order: number, parts = {}) =>
  editorRow(
    order,
    {
      kind: 'course.update',
      args: { courseId: 'tides', courseTitle: 'Old', version: 1, base: {}, changes: { title: 'New' } },
    },
    parts,
  );
const addModule = (order: number, courseId = 'tides', parts = {}) =>
  editorRow(
    order,
    {
      kind: 'module.create',
      args: { courseId, moduleId: `m${order}`, title: 'Waves', description: '', position: 'a0' },
    },
    parts,
  );
const create = (order: number) =>
  editorRow(order, {
    kind: 'course.create',
    args: {
      ...{ courseId: 'stars', title: 'Stars', description: '', instructor: '' },
      ...{ thumbnail: null, previewContent: '' },
    },
  });
const profileOf = (order: number) => {
  const command = { ...envelope(order), kind: 'profile.update', args: { name: 'Alice' } } as const;
  return { ...fresh, order, id: command.id, command };
};

describe('the list of unsent edits', () => {
  it('is grouped by course, learning and the user’s own edits', () => {
    const rows = [addModule(1), progressRow(2, 'l1'), profileOf(3), activationRow(4, 'winds'), create(5)];
    expect(groupUnsent(rows, titles).map(({ title }) => title)).toEqual([
      'Tides',
      'Learning',
      'You',
      'winds',
      'Stars',
    ]);
  });

  it('groups the edits of one Save Course', () => {
    const rows = [addModule(1), rename(2, { groupId: 'g' }), addModule(3, 'tides', { groupId: 'g' })];
    const [tides] = groupUnsent(rows, titles);
    expect(tides?.blocks.map(({ isSave, rows: members }) => [isSave, members.length])).toEqual([
      [false, 1],
      [true, 2],
    ]);
  });

  it('begins with edits that need a decision', () => {
    const rows = [progressRow(1, 'l1'), addModule(2), rename(3, { state: 'refused', lastProblem: 'No' })];
    const [first] = groupUnsent(rows, titles);
    expect(first?.title).toBe('Tides');
    expect(first?.blocks[0]?.rows[0]?.order).toBe(3);
  });
});

describe('an edit that waits for another', () => {
  it('is mapped to the first edit that it waits for', () => {
    const rows = [create(1), addModule(2, 'stars'), addModule(3, 'tides')];
    const blockedBy = findBlockers(rows);
    expect([...blockedBy].map(([id, { order }]) => [id, order])).toEqual([[rows[1]?.id, 1]]);
  });

  it('is found in time linear in the length of the queue', async () => {
    const queueOf = (size: number) =>
      Array.from({ length: size }, (_, at) => addModule(at + 1, `course-${at % (size / 2)}`));
    expect(findBlockers(queueOf(4_000)).size).toBe(0);
    const queues = new Map([500, 4_000].map((size) => [size, queueOf(size)]));
    const growth = await growthOf(4_000, (size) => findBlockers(queues.get(size) ?? []));
    expect(growth).toBeLessThan(LINEAR_GROWTH_MAX);
  });

  it('does not wait for others of its own save', () => {
    const rows = [rename(1, { groupId: 'g' }), rename(2, { groupId: 'g' })];
    expect(findBlockers(rows).size).toBe(0);
  });
});
