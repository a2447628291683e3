import { join } from 'node:path';
import Database from 'better-sqlite3';

const SECOND_MS = 1_000;

/** Inserts users who cannot sign in, a second apart, into the database of a stopped server. */
export function fillWithUsers(dataFolder: string, count: number): void {
  const db = new Database(join(dataFolder, 'carrel.sqlite'));
  const insert = db.prepare(
    `insert into users (id, name, email, passwordHash, role, tokenVersion, createdAt, updatedAt)
     values (?, ?, ?, 'none', 'user', 0, ?, ?)`,
  );
  const startMs = Date.now() - count * SECOND_MS;
  db.transaction(() => {
    for (let at = 0; at < count; at += 1) {
      const joinedAt = new Date(startMs + at * SECOND_MS).toISOString();
      insert.run(`bench-user-${at}`, `Learner ${at}`, `learner-${at}@example.org`, joinedAt, joinedAt);
    }
  })();
  db.close();
}
