import { join } from 'node:path';
import Database from 'better-sqlite3';

export const COURSES = 50;
const LESSONS_OF_SMALL = 12;
const LESSONS_OF_LARGE = 100;
const PARAGRAPH =
  '<p>A request that never answers costs more than one that fails, because nobody knows what to do next.</p>';
const PARAGRAPHS_PER_LESSON = 30;
export const LARGE_COURSE = 'bench-course-0';

/** Number of lessons of each course, by its index. */
const oneIsLarge = (index: number): number => (index === 0 ? LESSONS_OF_LARGE : LESSONS_OF_SMALL);

/**
 * Fills a migrated, stopped database with published courses: 50 by default, the first of which has 100
 * lessons.
 */
export function fillWithCourses(dataFolder: string, lessonsOf = oneIsLarge, courses = COURSES): void {
  const db = new Database(join(dataFolder, 'carrel.sqlite'));
  const now = new Date().toISOString();
  const position = (index: number) => `a${String(index).padStart(4, '0')}`;
  const insert = (table: string, row: Record<string, string | number>) => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    db.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`).run(Object.values(row));
  };
  /** A device treats a row missing from the order of changes as deleted. */
  const recordChange = (kind: string, id: string, courseId: string) => {
    db.prepare("update counters set value = value + 1 where name = 'changes'").run();
    db.prepare(
      "insert into changes (kind, id, userId, courseId, isDeleted, sequence, changedAt) select ?, ?, '', ?, 0, value, ? from counters where name = 'changes'",
    ).run(kind, id, courseId, now);
  };
  const insertLesson = (id: string, courseId: string, index: number) => {
    const moduleId = `${courseId}-module`;
    const texts = { title: `Lesson ${index}`, description: 'What one learns in it, in a sentence.' };
    insert('lessons', {
      id,
      moduleId,
      position: position(index),
      ...texts,
      duration: 7,
      type: 'text',
    });
    insert('lessonContents', { lessonId: id, content: PARAGRAPH.repeat(PARAGRAPHS_PER_LESSON) });
    recordChange('lesson', id, courseId);
  };
  const insertCourse = (index: number) => {
    const id = `bench-course-${index}`;
    const times = { createdAt: now, updatedAt: now };
    const texts = { title: `Course ${index}`, description: 'A course among many, to be counted.' };
    const rest = { instructor: 'Nobody', previewContent: 'What it is about.', status: 'published' };
    insert('courses', { id, position: position(index), ...texts, ...rest, ...times });
    recordChange('course', id, id);
    insert('modules', { id: `${id}-module`, courseId: id, position: 'a0', ...texts });
    recordChange('module', `${id}-module`, id);
    for (let lesson = 0; lesson < lessonsOf(index); lesson += 1)
      insertLesson(`${id}-lesson-${lesson}`, id, lesson);
  };
  db.transaction(() => {
    for (let index = 0; index < courses; index += 1) insertCourse(index);
  })();
  db.close();
}
