// Edits of the app beside a long outbox; nothing is sent, because the engine is not started.
import { updateCanary } from '#pwa/store/account/canary.ts';
import { writeKnownUser } from '#pwa/store/database/known-user.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { editLesson, editorRow, retitle } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { progressRow } from '#pwa/testing/rows.ts';
import type { EditKind, QueuePage } from './window.ts';

let edits = 0;

/** Each queue is another user's, and has a database of its own. */
function signIn(kind: EditKind, count: number): string {
  const id = `${kind}-${count}`;
  writeKnownUser({ ...alice, id, activatedCourses: [] });
  return id;
}

function saveLesson(userId: string, lessonId: string): Promise<unknown> {
  const lesson = {
    ...{ moduleId: 'm1', lessonId, title: 'Old', version: 1 },
    ...{ base: { title: 'Old' }, changes: { title: `Title ${edits}` } },
  };
  const none = { course: null, modules: [], deletedModules: [], deletedLessons: [], draftIds: [] };
  return enqueueSave(userId, { ...none, courseId: 'c1', lessons: [lesson] });
}

const rowOf = (kind: EditKind, order: number) =>
  kind === 'lesson'
    ? editorRow(order, editLesson(retitle('Old', 'New'), `waiting-${order}`))
    : progressRow(order, `waiting-${order}`);

const page: QueuePage = {
  async fill(kind, count) {
    const store = openPrivateStore(signIn(kind, count));
    await store.database.outbox.bulkPut(Array.from({ length: count }, (_, at) => rowOf(kind, at + 1)));
    await updateCanary(store);
  },
  async edit(kind, count) {
    edits += 1;
    const userId = signIn(kind, count);
    // Opened before, as on a screen.
    await openPrivateStore(userId).state.get('');
    const startedMs = performance.now();
    if (kind === 'lesson') await saveLesson(userId, `lesson-${edits}`);
    else await recordProgress(userId, `lesson-${edits}`, { isCompleted: true });
    return performance.now() - startedMs;
  },
};

window.queuePage = page;
