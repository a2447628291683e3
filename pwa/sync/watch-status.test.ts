import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OutboxRow } from '../store/outbox.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { dropLesson, editLesson, editorRow, retitle } from '../testing/editor-rows.ts';
import { alice } from '../testing/people.ts';
import { getSyncStatus } from './status.ts';
import { unwatchStatus, watchStatus } from './watch-status.ts';

beforeEach(resetDevice);
afterEach(unwatchStatus);

const refused = (order: number, parts: Partial<OutboxRow>) =>
  editorRow(order, editLesson(retitle('A', 'B'), `l${order}`), { state: 'refused', ...parts });

it('counts a Save Course that was refused once, and every other refusal by itself', async () => {
  const store = signInAs(alice);
  await store.outbox.bulkPut([
    refused(1, { groupId: 'save', lastProblem: 'No' }),
    refused(2, { groupId: 'save', lastProblem: null }),
    refused(3, { groupId: 'save', lastProblem: null }),
    refused(4, { lastProblem: 'No' }),
    editorRow(5, dropLesson('l9')),
  ]);
  watchStatus(0);
  await expect.poll(getSyncStatus).toMatchObject({ kind: 'needsYou', unsent: 5, refused: 4, decisions: 2 });
});
