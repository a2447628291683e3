import { randomUUID } from 'node:crypto';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { done } from '#pwa/device/indexed-db.ts';
import { updateIndex } from '#pwa/search/update-index.ts';
import { listSearchable } from '#pwa/store/offline/search-indexes.ts';
import { recordAnswers } from '#pwa/sync/enqueue/record-answers.ts';
import { exportOutbox } from '#pwa/sync/outbox/outbox-file.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { type Endpoint, fillPath } from '#schema/endpoints/endpoint.ts';
import { type EndpointName, endpoints } from '#schema/endpoints/endpoints.ts';
import { findCallerRow } from '#sync-server/sessions/user-queries.ts';
import type { TestResponse } from '#sync-server/testing/test-request.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { issueTestToken } from '#sync-server/testing/test-session.ts';
import { validInputs } from '#sync-server/testing/valid-inputs.ts';
import {
  addMarkedTest,
  KEY_MARK,
  KEY_PART,
  markedAttempt,
  markedQuestions,
  TEST_QUIZ,
} from '../testing/marked-test.ts';
import { editOnServer, openTidesDevice, pullAll } from '../testing/pull-world.ts';
import { drainLater } from '../testing/world.ts';

const isName = (name: string): name is EndpointName => name in endpoints;
const names = Object.keys(endpoints).filter(isName);

const ids: Readonly<Record<string, string>> = {
  ...{ courseId: 'tides', moduleId: 'tides-module-1', lessonId: 'tides-lesson-1', userId: 'alice' },
  ...{ quizId: TEST_QUIZ, questionId: `${TEST_QUIZ}-0`, attemptId: markedAttempt.id },
  resourceId: 'tides-lesson-1-resource',
};

/** Calls whose valid body comes from this test; all others use the shared ones. */
const inputs: Partial<Record<EndpointName, object>> = {
  saveAttempt: markedAttempt,
  batch: {
    requests: ['/api/sync', '/api/courses/tides/content', '/api/courses/tides'].map((path, at) => {
      return { id: String(at), method: 'GET', path };
    }),
  },
};

/** Calls as alice, who has unlocked the course; a call before may have ended her session. */
async function callAsLearner({ request, deps }: TestServer, name: EndpointName): Promise<TestResponse> {
  const endpoint: Endpoint = endpoints[name];
  const row = await findCallerRow(deps.db, 'alice');
  const token = row === undefined ? '' : await issueTestToken(deps, row);
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
  const path = fillPath(
    endpoint.path,
    Object.fromEntries(params.map((param) => [param, ids[param] ?? 'nothing-has-this-id'])),
  );
  const body = endpoint.body === 'multipart' ? null : (inputs[name] ?? validInputs[name]);
  return request(path, {
    ...{ method: endpoint.method, key: randomUUID(), ...(body === null ? {} : { body }) },
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'carrel' },
  });
}

function expectNoKey(text: string, where: string): void {
  expect(KEY_MARK.exec(text)?.[0], `the key of a test in ${where}`).toBeUndefined();
  expect(KEY_PART.exec(text)?.[0], `part of a key in ${where}`).toBeUndefined();
}

/** In the reply to each call; the files of an archive as texts. */
async function textsOf(response: TestResponse): Promise<string> {
  if (response.header('Content-Type') !== 'application/zip') return response.text;
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(response.bytes)])));
  const texts: string[] = [];
  for (const entry of await zip.getEntries())
    if (!entry.directory) texts.push(await entry.getData(new TextWriter()));
  return texts.join('\n');
}

/** Calls that remove what the others read come last. */
const isEnding = (name: EndpointName) => name === 'deleteAccount';
const inOrder = [...names.filter((name) => !isEnding(name)), ...names.filter(isEnding)];

/** Every record of every database of the device. */
async function dumpDatabases(): Promise<Map<string, string>> {
  const dumps = new Map<string, string>();
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const table of database.objectStoreNames) {
      const rows: unknown[] = await done(database.transaction(table).objectStore(table).getAll());
      dumps.set(`${name}/${table}`, rows.map(toText).join('\n'));
    }
    database.close();
  }
  return dumps;
}

const toText = (row: unknown): string =>
  JSON.stringify(row, (_, value: unknown) =>
    value instanceof Uint8Array || value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
  );

describe('the keys of a test with 30 questions', () => {
  it('are in no reply that a learner can get, of all calls', async () => {
    const { world } = await openTidesDevice();
    await addMarkedTest(world.server);
    await callAsLearner(world.server, 'saveAttempt');
    const withQuestions: string[] = [];
    for (const name of inOrder) {
      const text = await textsOf(await callAsLearner(world.server, name));
      expectNoKey(text, `the reply to ${name}`);
      if (text.includes('Question 29?')) withQuestions.push(name);
    }
    // Otherwise nothing was searched.
    expect(withQuestions).toEqual(expect.arrayContaining(['getCourseContent', 'batch', 'pull']));
  });

  it('are in no receipt, and in no page that is pushed', async () => {
    const { world } = await openTidesDevice();
    const { server } = world;
    await addMarkedTest(server);
    await server.deps.changeWatch.poll();
    const headers = { Authorization: `Bearer ${server.people.alice.token}` };
    const stream = await server.app.request('/api/events?with=changes', { headers });
    const reader = stream.body?.getReader();
    await reader?.read();
    await editOnServer(world, 'PUT', `/api/admin/questions/${TEST_QUIZ}-29`, { points: 2 });
    await server.deps.changeWatch.poll();
    const pushed = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(pushed).toContain('Question 29?');
    expectNoKey(pushed, 'a pushed page');
    const save = () =>
      server.request(endpoints.saveAttempt.path, {
        ...{ method: 'PUT', as: server.people.alice, key: markedAttempt.id, body: markedAttempt },
      });
    const [first, again] = [await save(), await save()];
    expect(first.text).toContain('"score":');
    for (const reply of [first, again]) expectNoKey(reply.text, 'the reply to answers');
  });

  it('are in no database of a learner’s device, nor in its search index and its file of unsent work', async () => {
    const { world, store } = await openTidesDevice();
    await addMarkedTest(world.server);
    await pullAll(store);
    await downloadCourse('tides', { isRepair: true });
    for (const course of await listSearchable(store)) await updateIndex(store, course);
    const { id, quizId, startedAt, submittedAt, answers } = markedAttempt;
    const place = { quizTitle: 'The test', lessonId: 'tides-lesson-1' };
    await recordAnswers('alice', { ...place, id, quizId, startedAt, submittedAt, answers });
    expectNoKey(await exportOutbox(store), 'the file of unsent work');
    await drainLater(store);
    await pullAll(store);
    const dumps = await dumpDatabases();
    expect(dumps.get('carrel-user-alice/questions')).toContain('Question 29?');
    expect(dumps.get('carrel-user-alice/attempts')).toContain(id);
    for (const [where, text] of dumps) expectNoKey(text, where);
  });

  it('cannot be read from the order of the choices', async () => {
    const { world, store } = await openTidesDevice();
    await addMarkedTest(world.server);
    await pullAll(store);
    const rows = await store.questions.where({ quizId: TEST_QUIZ }).toArray();
    expect(rows).toHaveLength(markedQuestions.length);
    const idsIn = (choices: string) => [...choices.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
    for (const { choices } of rows) expect(idsIn(choices)).toEqual(idsIn(choices).toSorted());
  });
});
