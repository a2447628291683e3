// The baseline of Hono and SQLite for saves: the statements of the server on a copy of its database, prepared once and
// run one after another, and the same durability. One transaction for each save, one for each batch. No tokens, rules,
// limits, logs or merges. Prints its port.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';
import { prepareStatements } from './statements.mjs';

const db = new Database(process.argv[2]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');
const run = prepareStatements(db);

const callerOf = (userId) => {
  const caller = run.user.get(`session-${userId}`, userId);
  if (caller?.endedAt !== null) throw new Error(`${userId} is not signed in`);
  return caller;
};

const saveEntry = (userId, { lessonId, positionSeconds, updatedAt }, at) => {
  const { courseId } = run.visible.get(lessonId, userId);
  const before = run.progress.get(userId, lessonId);
  const state = { completedAt: null, completedUpdatedAt: null, ...before };
  run.saveProgress.run(
    lessonId,
    state.completedAt,
    state.completedUpdatedAt,
    positionSeconds,
    updatedAt,
    userId,
  );
  const { value } = run.count.get('changes', 1);
  run.change.run('progress', lessonId, userId, courseId, value, at);
  return { entries: [{ ...state, lessonId, positionSeconds, positionUpdatedAt: updatedAt }] };
};

const editLesson = (userId, id, changes, at) => {
  const before = run.lesson.get(id);
  const { content: _, ...lesson } = { ...before, ...changes, version: before.version + 1 };
  const { title, description, duration, type, videoUrl, position, videoFileId, version, courseId } = lesson;
  run.saveLesson.run(title, description, duration, type, videoUrl, position, videoFileId, version, id);
  run.touchCourse.run(at, courseId);
  run.count.get('catalogue', 1);
  const { value } = run.count.get('changes', 2);
  run.change.run('course', courseId, '', courseId, value - 1, at);
  run.change.run('lesson', id, '', courseId, value, at);
  const texts = [JSON.stringify({ title: before.title }), JSON.stringify(changes)];
  run.revision.run(randomUUID(), id, courseId, title, userId, at, at, before.version, version, ...texts);
  return { lesson: { ...lesson, resources: run.resources.all(id) } };
};

const perform = (userId, path, body, key) => {
  callerOf(userId);
  if (run.receipt.get(userId, key) !== undefined) throw new Error('The key was used before');
  const at = new Date().toISOString();
  const isEdit = path.startsWith('/api/admin/lessons/');
  const reply = isEdit
    ? editLesson(userId, path.slice('/api/admin/lessons/'.length), body, at)
    : saveEntry(userId, body.entries[0], at);
  // A saved position may be saved again: its receipt needs no body.
  run.saveReceipt.run(userId, key, '', isEdit ? JSON.stringify(reply) : '', at);
  return reply;
};
const performOne = db.transaction(perform);
const performAll = db.transaction((userId, requests) =>
  requests.map(({ id, path, headers, body }) => {
    const receipt = headers['Idempotency-Key'];
    return { id, status: 200, headers: { receipt }, body: perform(userId, path, body, receipt) };
  }),
);

/** The position of the history that each ack contains. */
const positionOf = () => {
  const { epoch, sequence, run: written } = run.position.get();
  return `${epoch}.${sequence}.${written}`;
};

const userOf = (c) => c.req.header('Authorization').slice('Bearer '.length);
const app = new Hono()
  .put('/api/progress', async (c) => {
    const body = await c.req.json();
    callerOf(userOf(c));
    const reply = performOne.immediate(userOf(c), c.req.path, body, c.req.header('Idempotency-Key'));
    return c.json(reply, 200, { position: positionOf() });
  })
  .post('/api/batch', async (c) => {
    const { requests } = await c.req.json();
    callerOf(userOf(c));
    const responses = performAll.immediate(userOf(c), requests);
    return c.json({ responses, failedId: null }, 200, { position: positionOf() });
  });
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
