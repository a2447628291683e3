import Database from 'better-sqlite3';
import type { CarrelServer } from './carrel-server.ts';

interface Extent {
  readonly id: string;
  readonly modules: number;
  /** Per module. */
  readonly lessons: number;
}

const PARAGRAPH = '<p>A request that never answers costs more than one that fails.</p>';

/**
 * Adds a published course with the given numbers of modules and lessons to the database of a stopped server:
 * a running one caches its list of courses, and devices treat a course missing from the list as deleted.
 */
export function fillCourse(
  { databasePath }: Pick<CarrelServer, 'databasePath'>,
  { id, modules, lessons }: Extent,
): void {
  const db = new Database(databasePath, { timeout: 5_000 });
  const at = new Date().toISOString();
  const place = (index: number) => `a${String(index + 1).padStart(4, '0')}1`;
  const insert = (table: string, row: Record<string, string | number>) => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    db.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`).run(Object.values(row));
  };
  const texts = (title: string) => ({ title, description: `About ${title}` });
  /** A device treats a row missing from the order of changes as deleted. */
  const recordChange = (kind: string, rowId: string) => {
    db.prepare("update counters set value = value + 1 where name = 'changes'").run();
    db.prepare(
      "insert into changes (kind, id, userId, courseId, isDeleted, sequence, changedAt) select ?, ?, '', ?, 0, value, ? from counters where name = 'changes'",
    ).run(kind, rowId, id, at);
  };
  const insertLesson = (moduleId: string, index: number) => {
    const lessonId = `${moduleId}-${index + 1}`;
    const facts = { duration: 7, type: 'text' };
    insert('lessons', {
      ...{ id: lessonId, moduleId, position: place(index) },
      ...texts(`Lesson ${lessonId.split('-').slice(-2).join('.')}`),
      ...facts,
    });
    insert('lessonContents', { lessonId, content: PARAGRAPH });
    recordChange('lesson', lessonId);
  };
  db.transaction(() => {
    const rest = {
      instructor: 'Ida Lund',
      previewContent: 'About the sea.',
      status: 'published',
      createdAt: at,
      updatedAt: at,
    };
    insert('courses', { id, position: `z${id}1`, ...texts(`Course ${id}`), ...rest });
    recordChange('course', id);
    for (let module = 0; module < modules; module += 1) {
      const moduleId = `${id}-${module + 1}`;
      insert('modules', {
        id: moduleId,
        courseId: id,
        position: place(module),
        ...texts(`Module ${module + 1}`),
      });
      recordChange('module', moduleId);
      for (let lesson = 0; lesson < lessons; lesson += 1) insertLesson(moduleId, lesson);
    }
  })();
  db.close();
}
