import Database from 'better-sqlite3';
import * as v from 'valibot';

export const Lesson = v.object({ id: v.string(), title: v.string(), description: v.string() });
export type Lesson = v.InferOutput<typeof Lesson>;

/** Opens a new database with the durability of Carrel's: a commit is on the disk when it returns. */
export function openDatabase(path: string, tables: string): Database.Database {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(tables);
  return db;
}

export function makeLibrary(count: number): Lesson[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `lesson-${index}`,
    title: `Lesson ${index}`,
    description: 'What one learns in it, in a sentence.',
  }));
}
