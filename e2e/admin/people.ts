import Database from 'better-sqlite3';
import type { CarrelServer } from '../world/carrel-server.ts';

/** Puts people into a stopped or idle server's database: `person-0` and so on, nobody of whom can sign in. */
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
