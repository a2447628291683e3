import { describe, expect, it } from 'vitest';
import { decisionOf } from '#pwa/conflict/choices.ts';
import { readConflict } from '#pwa/conflict/conflict-facts.ts';
import { textOfAnswers } from '#pwa/conflict/text-of-answers.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { wipeAdmin } from '#pwa/store/admin/admin.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
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
const ofQuiz = (quizId: string) =>
  ({ ...lesson, quizId, quizTitle: 'Which tide?', quizUse: 'practice' }) as const;
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

const three = '[{"id":"a","text":"Ebb"},{"id":"b","text":"Moon"},{"id":"c","text":"Sun"}]';

/** A question with three choices, which another admin changes after this device has changed it. */
async function openTwoAdmins() {
  const { world, store } = await openAdminDevice();
  const { quizId, questionId } = await addQuiz(world.server, { use: 'test' });
  const path = `/api/admin/questions/${questionId}`;
  await editOnServer(world, 'PUT', path, { choices: three, key: '{"right":["a"]}' });
  await pullAll(store);
  const ref = { ...ofQuiz(quizId), quizUse: 'test' } as const;
  const edit = async (changes: { choices: string; key: string }) => {
    const { version, choices, key } = (await shownIn(store)).question ?? { version: 0, choices: '', key: '' };
    await enqueueQuestionUpdate('admin', ref, { questionId, version, base: { choices, key }, changes });
  };
  const theirs = (fields: object) => editOnServer(world, 'PUT', path, fields);
  const onServer = () =>
    world.server.deps.db.selectFrom('questions').select(['choices', 'key']).executeTakeFirstOrThrow();
  return { world, store, edit, theirs, onServer };
}

describe('choices and the right answer, changed by two admins', () => {
  it('are merged where they fit each other', async () => {
    const { store, edit, theirs, onServer } = await openTwoAdmins();
    const added = three.replace(']', ',{"id":"d","text":"Wind"}]');
    await edit({ choices: added, key: '{"right":["a"]}' });
    await theirs({ key: '{"right":["b"]}' });
    await sync(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await onServer()).toEqual({ choices: added, key: '{"right":["b"]}' });
  });

  it('are asked about as one where they do not, and either choice is accepted', async () => {
    const { store, edit, theirs, onServer } = await openTwoAdmins();
    const without = '[{"id":"a","text":"Ebb"},{"id":"c","text":"Sun"}]';
    await edit({ choices: without, key: '{"right":["a"]}' });
    await theirs({ key: '{"right":["b"]}' });
    await sync(store);
    const [row] = await listUnsent(store);
    expect(row).toMatchObject({ state: 'refused', conflict: { fields: ['choices', 'key'] } });
    const facts = row && readConflict(row);
    const field = facts?.kind === 'fields' ? facts.fields[0] : undefined;
    expect(facts).toMatchObject({ what: 'question in test “Which tide?”' });
    expect(field).toMatchObject({ name: 'choices and right answer', mine: without });
    const answers = (side: 'mine' | 'theirs') =>
      textOfAnswers({ choices: String(field?.[side]), key: String(field?.partner?.[side]) });
    expect([answers('mine'), answers('theirs')]).toEqual(['Ebb (right)\nSun', 'Ebb\nMoon (right)\nSun']);
    const choice = { sides: { choices: 'mine' }, merged: {} } as const;
    await decideConflict(row?.id ?? '', decisionOf(choice, facts?.kind === 'fields' ? facts.fields : []));
    await sync(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await onServer()).toEqual({ choices: without, key: '{"right":["a"]}' });
  });

  it('that are given up are in the history', async () => {
    const { world, store, edit, theirs } = await openTwoAdmins();
    const without = '[{"id":"a","text":"Ebb"},{"id":"c","text":"Sun"}]';
    await edit({ choices: without, key: '{"right":["a"]}' });
    await theirs({ key: '{"right":["b"]}' });
    await sync(store);
    const [row] = await listUnsent(store);
    await decideConflict(row?.id ?? '', { kind: 'theirs' });
    await sync(store);
    expect(await listUnsent(store)).toEqual([]);
    const rejected = await world.server.deps.db
      .selectFrom('revisions')
      .select(['entity', 'after'])
      .where('kind', '=', 'aside')
      .executeTakeFirstOrThrow();
    expect([rejected.entity, JSON.parse(rejected.after)]).toEqual([
      'question',
      { choices: without, key: '{"right":["a"]}' },
    ]);
  });

  it('stay together in an edit that joins a waiting one', async () => {
    const { world, store, edit, theirs } = await openTwoAdmins();
    world.network.isDown = true;
    await edit({ choices: three.replace('Sun', 'The sun'), key: '{"right":["a"]}' });
    await edit({ choices: three.replace('Sun', 'Our sun'), key: '{"right":["a"]}' });
    await theirs({ choices: three.replace('Sun', 'Sol'), key: '{"right":["c"]}' });
    world.network.isDown = false;
    await sync(store);
    const [row] = await listUnsent(store);
    expect(row?.command.kind === 'question.update' && row.command.args.changes).toMatchObject({
      ...{ choices: three.replace('Sun', 'Our sun'), key: '{"right":["a"]}' },
    });
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
