import Database from 'better-sqlite3';
import type { CarrelServer } from '../world/carrel-server.ts';

/**
 * Inserts users `person-0`, `person-1` and so on, who cannot sign in, into the database of a stopped or idle
 * server.
 */
export function insertPeople(server: CarrelServer, count: number): void {
  const db = new Database(server.databasePath, { timeout: 5_000 });
  const insert = db.prepare(
    `insert into users (id, name, email, passwordHash, role, tokenVersion, createdAt, updatedAt)
     values (?, ?, ?, 'none', 'user', 0, ?, ?)`,
  );
  const at = new Date().toISOString();
  const all = db.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      insert.run(`person-${n}`, `Person ${n}`, `person-${n}@example.org`, at, at);
    }
  });
  all();
  db.close();
}
