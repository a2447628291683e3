import { cp } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { Sessions } from '#sync-server/sessions/sessions.ts';
import { fillWithCourses, LARGE_COURSE } from '../many-courses.ts';

/** As many as the limits of one user require: they count writes and bytes per minute. */
const LEARNERS = 400;
const ADMINS = 20;
export const SECRET = 'a secret of forty characters for a bench';
const SESSION_MS = 30 * 24 * 60 * 60 * 1_000;

/** A user who is signed in. */
export interface Person {
  readonly id: string;
  readonly token: string;
}

/** A server with 50 courses and users who have activated the largest, and a copy of its database. */
export interface School {
  readonly server: CarrelServer;
  readonly learners: readonly Person[];
  readonly admins: readonly Person[];
  /** The database of a baseline. */
  readonly copy: string;
}

/** Inserts users with a session, and learners with an activated course, into a stopped server's database. */
function fillWithPeople(databasePath: string, at: string, expiresAt: string): void {
  const db = new Database(databasePath);
  const insertUser = db.prepare(
    `insert into users (id, name, email, passwordHash, role, tokenVersion, createdAt, updatedAt)
     values (?, ?, ?, 'none', ?, 1, ?, ?)`,
  );
  const insertSession = db.prepare(
    `insert into sessions (id, userId, deviceName, endTicketHash, createdAt, lastSeenAt, expiresAt)
     values (?, ?, 'Bench', ?, ?, ?, ?)`,
  );
  const activate = db.prepare('insert into activations (userId, courseId, activatedAt) values (?, ?, ?)');
  const insert = (id: string, role: string) => {
    insertUser.run(id, `Person ${id}`, `${id}@example.org`, role, at, at);
    insertSession.run(sessionOf(id), id, `ticket-${id}`, at, at, expiresAt);
    if (role === 'user') activate.run(id, LARGE_COURSE, at);
  };
  db.transaction(() => {
    for (let index = 0; index < LEARNERS; index += 1) insert(learnerAt(index), 'user');
    for (let index = 0; index < ADMINS; index += 1) insert(adminAt(index), 'admin');
  })();
  db.close();
}

const learnerAt = (index: number) => `learner-${index}`;
const adminAt = (index: number) => `admin-${index}`;
const sessionOf = (id: string) => `session-${id}`;

export async function openSchool(): Promise<School> {
  const server = await CarrelServer.start({ CARREL_SEED: 'none', CARREL_SECRET: SECRET });
  await server.stop();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString();
  fillWithCourses(server.dataFolder);
  fillWithPeople(server.databasePath, now.toISOString(), expiresAt);
  const copy = `${server.dataFolder}/baseline.sqlite`;
  await cp(server.databasePath, copy);
  await server.start();
  const sessions = new Sessions(new TextEncoder().encode(SECRET));
  const signIn = async (id: string): Promise<Person> => {
    const session = { id: sessionOf(id), expiresAt };
    return { id, token: await sessions.issue({ id, tokenVersion: 1 }, now, session) };
  };
  const all = (count: number, idAt: (index: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, index) => signIn(idAt(index))));
  return { server, copy, learners: await all(LEARNERS, learnerAt), admins: await all(ADMINS, adminAt) };
}
