import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { readConflict } from '#pwa/conflict/conflict-facts.ts';
import { putDraft } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
import {
  enqueueQuestionCreate,
  enqueueQuestionUpdate,
  enqueueQuizCreate,
  enqueueQuizUpdate,
} from '#pwa/sync/enqueue/quiz-commands.ts';
import { byPosition } from '#schema/courses/position.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';
import { openAdminDevice } from '../testing/editor-world.ts';
import { editOnServer, pullAll } from '../testing/pull-world.ts';
import { drainLater } from '../testing/world.ts';

const lesson = {
  ...{ courseId: 'tides', moduleId: 'tides-module-1' },
  ...{ lessonId: 'tides-lesson-1', lessonTitle: 'Lesson 1' },
};
const second = {
  ...({ kind: 'text', prompt: '<p>And after the flood?</p>', points: 2, explanation: '' } as const),
  ...{ choices: '[]', key: '{"accepted":["The ebb"]}' },
};

/** A test of two questions, the second of which this device has added. */
async function openTest() {
  const { world, store } = await openAdminDevice();
  const { quizId, questionId } = await addQuiz(world.server, { use: 'test' });
  await pullAll(store);
  const ref = { ...lesson, quizId, quizTitle: 'Which tide?', quizUse: 'test' } as const;
  const sync = async () => {
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    await pullAll(store);
  };
  await enqueueQuestionCreate('admin', ref, { ...second, siblings: await store.questions.toArray() });
  await sync();
  const theirs = (path: string) => editOnServer(world, 'DELETE', `/api/admin/${path}`);
  const edit = (base: object, changes: object, version = 1) =>
    enqueueQuestionUpdate('admin', ref, { questionId, version, base, changes });
  const rename = (title: string) =>
    enqueueQuizUpdate('admin', ref, { version: 1, base: { title: 'Which tide?' }, changes: { title } });
  const { db } = world.server.deps;
  const quizzes = () => db.selectFrom('quizzes').select(['id', 'title', 'use', 'lessonId']).execute();
  const questions = async () => (await db.selectFrom('questions').selectAll().execute()).sort(byPosition);
  const needsYou = async () => {
    const [row, ...others] = (await listUnsent(store)).filter(({ state }) => state === 'refused');
    if (row === undefined || others.length > 0) throw new Error('Not one edit waits for a person');
    return row;
  };
  const decide = async (kind: 'recreate' | 'theirs') => {
    await decideConflict((await needsYou()).id, { kind });
    await sync();
    expect(await listUnsent(store)).toEqual([]);
    expect((await store.quizzes.toArray()).map(({ id }) => id).sort()).toEqual(
      (await quizzes()).map(({ id }) => id).sort(),
    );
  };
  return {
    ...{ world, store, ref, quizId, questionId, sync, theirs, edit, rename },
    ...{ quizzes, questions, needsYou, decide },
  };
}

/** The text that its author has discarded. */
async function readRejectedTexts({
  server,
}: Awaited<ReturnType<typeof openTest>>['world']): Promise<unknown> {
  const { after } = await server.deps.db
    .selectFrom('revisions')
    .select('after')
    .where('kind', '=', 'aside')
    .executeTakeFirstOrThrow();
  return JSON.parse(after);
}

describe('a question that another admin deletes while this one edits it', () => {
  it('is recreated whole at the end of its quiz, with what was typed', async () => {
    const { questionId, sync, theirs, edit, questions, needsYou, decide } = await openTest();
    const [before] = await questions();
    await edit({ explanation: 'The moon causes both.' }, { explanation: 'Mine' });
    await theirs(`questions/${questionId}`);
    await sync();
    expect(readConflict(await needsYou())).toMatchObject({
      ...{ kind: 'editDeleted', what: 'question in test “Which tide?”' },
      mine: [{ field: 'explanation', mine: 'Mine' }],
    });
    await decide('recreate');
    const [other, again, ...rest] = await questions();
    expect([other?.prompt, rest]).toEqual([second.prompt, []]);
    const { kind, prompt, choices, key, points } = before ?? {};
    expect(again).toMatchObject({ kind, prompt, choices, key, points, explanation: 'Mine' });
    expect(again?.id).not.toBe(questionId);
  });

  it('stays deleted where the author says so, and the history has what was typed', async () => {
    const { world, questionId, sync, theirs, edit, questions, decide } = await openTest();
    await edit({ explanation: 'The moon causes both.' }, { explanation: 'Mine' });
    await theirs(`questions/${questionId}`);
    await sync();
    await decide('theirs');
    expect(await questions()).toHaveLength(1);
    expect(await readRejectedTexts(world)).toEqual({ explanation: 'Mine' });
  });
});

describe('an edit of a question that this device never received', () => {
  it('says so where it is to be recreated, and stays until its author discards it', async () => {
    const { world, ref, sync, quizzes, needsYou, decide } = await openTest();
    const edit = { version: 1, base: { explanation: '' }, changes: { explanation: 'Mine' } };
    await enqueueQuestionUpdate('admin', { ...ref, quizId: uuid() }, { questionId: uuid(), ...edit });
    await sync();
    await expect(decideConflict((await needsYou()).id, { kind: 'recreate' })).rejects.toThrow(
      'was never on this device',
    );
    await decide('theirs');
    expect(await quizzes()).toHaveLength(1);
    expect(await readRejectedTexts(world)).toEqual({ explanation: 'Mine' });
  });
});

describe('a question of a test that its author made here and discarded before it was sent', () => {
  it('is recreated in a test with the name and use that the question tells', async () => {
    const { ref, sync, quizzes, questions, decide } = await openTest();
    const lost = { ...ref, quizId: uuid(), quizTitle: 'Lost' };
    await enqueueQuestionCreate('admin', lost, { ...second, prompt: '<p>Kept</p>', siblings: [] });
    await sync();
    await decide('recreate');
    expect((await quizzes()).map(({ title, use }) => `${use} ${title}`).sort()).toEqual([
      'test Lost',
      'test Which tide?',
    ]);
    expect((await questions()).map(({ prompt }) => prompt)).toContain('<p>Kept</p>');
  });
});

describe('a test that another admin deletes', () => {
  it('is recreated with all its questions from an edit of one of them, and from what waits for it', async () => {
    const { quizId, ref, sync, theirs, edit, rename, quizzes, questions, decide } = await openTest();
    await rename('Which one?');
    await sync();
    await edit({ points: 1 }, { points: 7 });
    await theirs(`quizzes/${quizId}`);
    await sync();
    expect(await questions()).toEqual([]);
    await enqueueQuestionCreate('admin', ref, { ...second, prompt: '<p>New</p>', siblings: [] });
    await decide('recreate');
    expect(await quizzes()).toMatchObject([{ title: 'Which one?', use: 'test', lessonId: lesson.lessonId }]);
    const prompts = (await questions()).map(({ prompt, points }) => `${points} ${prompt}`).sort();
    expect(prompts).toEqual([
      '2 <p>And after the flood?</p>',
      '2 <p>New</p>',
      '7 <p>What comes after the ebb?</p>',
    ]);
  });

  it('is recreated from a draft of a question, which is saved when the deletion is known', async () => {
    const { store, quizId, questionId, sync, theirs, edit, questions, decide } = await openTest();
    await putDraft(store, `editor/tides/question/${lesson.lessonId}/${quizId}/${questionId}`, {});
    await theirs(`quizzes/${quizId}`);
    await sync();
    await edit({ points: 1 }, { points: 7 });
    await sync();
    await decide('recreate');
    expect((await questions()).map(({ points }) => points)).toEqual([7, 2]);
  });

  it('is recreated from an edit of its settings', async () => {
    const { quizId, sync, theirs, rename, quizzes, questions, decide } = await openTest();
    await rename('Mine');
    await theirs(`quizzes/${quizId}`);
    await sync();
    await decide('recreate');
    const [again, ...others] = await quizzes();
    expect([again?.title, others]).toEqual(['Mine', []]);
    expect((await questions()).map(({ points }) => points)).toEqual([1, 2]);
  });

  it('is recreated for a question that was to be added to it, and says what was deleted', async () => {
    const { quizId, ref, sync, theirs, quizzes, questions, needsYou, decide } = await openTest();
    await enqueueQuestionCreate('admin', ref, { ...second, prompt: '<p>New</p>', siblings: [] });
    await theirs(`quizzes/${quizId}`);
    await sync();
    expect(readConflict(await needsYou())).toMatchObject({
      ...{ what: 'test “Which tide?”', mine: [{ field: 'prompt', mine: '<p>New</p>' }] },
    });
    await decide('recreate');
    expect([await quizzes(), await questions()]).toMatchObject([{ length: 1 }, { length: 3 }]);
  });

  it('is recreated with its lesson, if that is deleted too', async () => {
    const { world, ref, sync, theirs, edit, quizzes, questions, decide } = await openTest();
    await edit({ points: 1 }, { points: 7 });
    await theirs(`lessons/${ref.lessonId}`);
    await sync();
    await decide('recreate');
    const [{ lessonId = '' } = {}, ...others] = await quizzes();
    expect([lessonId === ref.lessonId, others]).toEqual([false, []]);
    const lessons = world.server.deps.db.selectFrom('lessons').select(['title', 'moduleId']);
    const again = await lessons.where('id', '=', lessonId).executeTakeFirst();
    expect(again).toEqual({ title: 'Lesson 1', moduleId: ref.moduleId });
    expect((await questions()).map(({ points }) => points)).toEqual([7, 2]);
  });

  it('that was never sent is made in its recreated lesson', async () => {
    const { store, ref, sync, theirs, quizzes, decide, quizId } = await openTest();
    await theirs(`quizzes/${quizId}`);
    const made = await enqueueQuizCreate('admin', lesson, { use: 'practice', title: 'Mine', siblings: [] });
    const own = { ...ref, ...made, quizTitle: 'Mine', quizUse: 'practice' } as const;
    await enqueueQuestionCreate('admin', own, { ...second, siblings: [] });
    await theirs(`lessons/${ref.lessonId}`);
    await sync();
    await decide('recreate');
    expect(await quizzes()).toMatchObject([{ title: 'Mine', use: 'practice' }]);
    expect(await store.questions.count()).toBe(1);
  });
});
