import { describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { wipeAdmin } from '#pwa/store/admin/admin.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import {
  enqueueQuestionCreate,
  enqueueQuestionUpdate,
  enqueueQuizCreate,
  enqueueQuizDelete,
  enqueueQuizUpdate,
} from '#pwa/sync/enqueue/quiz-commands.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { readShownQuizzes } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';
import { openAdminDevice } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { editOnServer, openTidesDevice, pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

const lesson = {
  ...{ courseId: 'tides', moduleId: 'tides-module-1' },
  ...{ lessonId: 'tides-lesson-1', lessonTitle: 'Lesson 1' },
};
const ofQuiz = (quizId: string) => ({ ...lesson, quizId, quizTitle: 'Which tide?' });
const content = {
  ...({ kind: 'one', prompt: '<p>What?</p>', points: 1, explanation: '' } as const),
  choices: '[{"id":"a","text":"Ebb"},{"id":"b","text":"Moon"}]',
  key: '{"right":["a"]}',
};

async function shownIn(store: PrivateStore) {
  const [quiz] = await readShownQuizzes(store, lesson.lessonId);
  return { quiz, question: quiz?.questions[0] };
}

async function sync(store: PrivateStore): Promise<void> {
  for (let round = 0; round < 3; round += 1) await drainLater(store);
  await pullAll(store);
}

const rowsOf = ({ server: { deps } }: World) =>
  deps.db.selectFrom('questions').select(['points', 'explanation', 'version']).execute();

describe('practice made on a device', () => {
  it('is shown at once, and sent as one command for each row however often it was edited', async () => {
    const { world, store } = await openAdminDevice();
    const fields = { use: 'practice', title: 'Practice', siblings: [] } as const;
    const { quizId } = await enqueueQuizCreate('admin', lesson, fields);
    const { questionId } = await enqueueQuestionCreate('admin', ofQuiz(quizId), { ...content, siblings: [] });
    const edit = (points: number) =>
      enqueueQuestionUpdate('admin', ofQuiz(quizId), {
        ...{ questionId, version: 0, base: { points: 1 }, changes: { points } },
      });
    await edit(2);
    await enqueueQuizUpdate('admin', ofQuiz(quizId), {
      ...{ version: 0, base: { title: 'Practice' }, changes: { title: 'Which tide?' } },
    });
    expect(await listUnsent(store)).toHaveLength(2);
    expect(await shownIn(store)).toMatchObject({
      ...{ quiz: { title: 'Which tide?', version: 0 }, question: { points: 2, version: 0 } },
    });
    world.network.plan = [faults.replyLost];
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    expect(await store.questions.count()).toBe(0);
    expect((await shownIn(store)).question).toMatchObject({ points: 2, version: 1 });
    await pullAll(store);
    expect((await shownIn(store)).question).toMatchObject({ points: 2, version: 1 });
    expect(await rowsOf(world)).toEqual([{ points: 2, explanation: '', version: 1 }]);
  });

  it('that was never sent and is deleted sends nothing', async () => {
    const { store } = await openAdminDevice();
    const fields = { use: 'practice', title: 'Practice', siblings: [] } as const;
    const { quizId } = await enqueueQuizCreate('admin', lesson, fields);
    await enqueueQuestionCreate('admin', ofQuiz(quizId), { ...content, siblings: [] });
    expect(await enqueueQuizDelete('admin', ofQuiz(quizId), 0)).toBeNull();
    expect([await listUnsent(store), await shownIn(store)]).toEqual([[], {}]);
  });

  it('is merged with another admin’s edit of other fields, and asks about the same one', async () => {
    const { world, store } = await openAdminDevice();
    const { quizId, questionId } = await addQuiz(world.server);
    await pullAll(store);
    const path = `/api/admin/questions/${questionId}`;
    const edit = async (base: object, changes: object) => {
      const version = (await shownIn(store)).question?.version ?? 0;
      await enqueueQuestionUpdate('admin', ofQuiz(quizId), { questionId, version, base, changes });
    };
    await edit({ points: 1 }, { points: 5 });
    await editOnServer(world, 'PUT', path, { explanation: 'Theirs' });
    await sync(store);
    expect(await rowsOf(world)).toEqual([{ points: 5, explanation: 'Theirs', version: 3 }]);
    await edit({ points: 5 }, { points: 7 });
    await editOnServer(world, 'PUT', path, { points: 6 });
    await sync(store);
    const [row] = await listUnsent(store);
    expect(row).toMatchObject({ state: 'refused', conflict: { reason: 'changed', fields: ['points'] } });
  });
});

describe('the key of a test on devices', () => {
  it('is in no table of a learner', async () => {
    const { world, store } = await openTidesDevice();
    await addQuiz(world.server, { use: 'test' });
    await pullAll(store);
    await downloadCourse('tides');
    const tables = await Promise.all(store.database.tables.map((table) => table.toArray()));
    const all = JSON.stringify(tables);
    expect(all).toContain('What comes after the ebb?');
    expect(all).not.toContain('The moon causes both.');
    expect(all).not.toContain('right');
  });

  it('stays with an admin who downloads the course, and leaves with the role', async () => {
    const { world, store } = await openAdminDevice();
    await addQuiz(world.server, { use: 'test' });
    await pullAll(store);
    await downloadCourse('tides');
    const keys = async () => (await store.questions.toArray()).map(({ key }) => key);
    expect(await keys()).toEqual(['{"right":["a"]}']);
    await wipeAdmin(store);
    expect(await keys()).toEqual([]);
  });
});
