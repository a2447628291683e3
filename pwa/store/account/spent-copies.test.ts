import { beforeEach, describe, expect, it } from 'vitest';
import { conflictDraftId } from '#pwa/sync/conflicts/decide.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editorRow } from '#pwa/testing/edits.ts';
import { alice } from '#pwa/testing/people.ts';
import { commandId } from '#pwa/testing/rows.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { OutboxRow } from './outbox.ts';
import { removeSpentCopies } from './spent-copies.ts';

const now = Date.parse('2026-11-23T08:00:00.000Z');
const yesterday = '2026-11-22T07:00:00.000Z';
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

function edit(order: number, lessonId: string, parts: Partial<OutboxRow> = {}): OutboxRow {
  const args = {
    courseId: 'c',
    moduleId: 'm',
    lessonId,
    lessonTitle: 'Waves',
    version: 1,
    base: {},
    changes: {},
  };
  return editorRow(order, { kind: 'lesson.update', args }, parts);
}

const sent = { state: 'acknowledged', attempts: 1, acknowledgedAt: yesterday } as const;
const snapshot = (id: string) => ({ id, courseId: 'c', data: { title: id }, v: 1 });

describe('the last values of a deleted row', () => {
  it('stay while an unsent edit, a cancelled one or a draft names the row, and no longer', async () => {
    const cancelled = [edit(2, 'of-cancelled')];
    await store.database.outbox.bulkPut([
      edit(1, 'of-refused', { state: 'refused' }),
      edit(3, 'another', { cancelled }),
      edit(4, 'of-sent', sent),
    ]);
    await store.database.drafts.put({
      id: 'editor/c/lesson/of-draft',
      value: {},
      updatedAt: yesterday,
      v: 1,
    });
    const needed = ['of-refused', 'of-cancelled', 'of-draft'];
    await store.database.deletedSnapshots.bulkPut([...needed, 'of-sent', 'of-nothing'].map(snapshot));
    await removeSpentCopies(store, now);
    expect((await store.deletedSnapshots.toCollection().primaryKeys()).sort()).toEqual(needed.sort());
  });
});

describe('the choices in a conflict', () => {
  it('stay while the edit waits for its decision, and a day longer, so that a discard can be undone', async () => {
    await store.database.outbox.bulkPut([edit(1, 'l1', { state: 'refused' }), edit(2, 'l2', sent)]);
    const choices = (order: number, updatedAt = yesterday) =>
      ({ id: conflictDraftId(commandId(order)), value: {}, updatedAt, v: 1 }) as const;
    const recent = choices(4, '2026-11-23T07:00:00.000Z');
    await store.database.drafts.bulkPut([choices(1), choices(2), choices(3), recent]);
    await store.database.drafts.put({ id: 'profile', value: {}, updatedAt: yesterday, v: 1 });
    await removeSpentCopies(store, now);
    expect(await store.drafts.toCollection().primaryKeys()).toEqual([choices(1).id, recent.id, 'profile']);
  });

  it('of the questions of a quiz stay with an edit of one of them', async () => {
    await store.database.drafts.put({
      ...{ id: 'editor/c/question/l/quiz/one', value: {} },
      ...{ updatedAt: yesterday, v: 1 },
    });
    const inQuiz = { ...snapshot('another'), data: { quizId: 'quiz' } };
    await store.database.deletedSnapshots.bulkPut([
      inQuiz,
      { ...inQuiz, id: 'x', data: { quizId: 'other' } },
    ]);
    await removeSpentCopies(store, now);
    expect(await store.deletedSnapshots.toCollection().primaryKeys()).toEqual(['another']);
  });
});
