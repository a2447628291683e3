// The app's store, and the same tables through plain Dexie; each read returns its milliseconds.
import { Dexie } from 'dexie';
import { preloadCourse } from '#pwa/session/queries/preload-course.ts';
import { writeKnownUser } from '#pwa/store/database/known-user.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { putOfflineCourse } from '#pwa/store/offline/put-offline-course.ts';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { alice } from '#pwa/testing/people.ts';
import type { CoursePage } from './window.ts';

const COURSE = 'long';
const LESSON = 'lesson-100';
const MODULES = 10;
const LESSONS_PER_MODULE = 20;
const TEXT =
  '<p>What is kept on the device is read when the line is gone, and nobody should wait for it.</p>';

function longCourse() {
  const modules = Array.from({ length: MODULES }, (_, module) =>
    Array.from({ length: LESSONS_PER_MODULE }, (_unused, at) =>
      lessonOf(`lesson-${module * LESSONS_PER_MODULE + at}`, { content: TEXT.repeat(50) }),
    ),
  );
  return courseOf(COURSE, modules);
}

async function timed(read: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await read();
  return performance.now() - startedMs;
}

async function readBare(db: Dexie): Promise<void> {
  const tables = ['courses', 'modules', 'lessons', 'resources', 'lessonContents', 'progress'];
  const ofCourse = (name: string) => db.table(name).where({ courseId: COURSE }).toArray();
  const [, , lessons] = await db.transaction('r', tables, () =>
    Promise.all([
      db.table('courses').get(COURSE),
      ofCourse('modules'),
      ofCourse('lessons'),
      ofCourse('resources'),
      db.table('lessonContents').get(LESSON),
      db.table('progress').toArray(),
    ]),
  );
  if (lessons.length !== MODULES * LESSONS_PER_MODULE) throw new Error(`${lessons.length} lessons were read`);
}

const page: CoursePage = {
  async fill() {
    writeKnownUser({ ...alice, activatedCourses: [COURSE] });
    await putOfflineCourse(openPrivateStore(alice.id), longCourse(), { keptAt: new Date().toISOString() });
  },
  async ours() {
    const store = openPrivateStore(alice.id);
    store.database.close({ disableAutoOpen: false });
    return timed(() => preloadCourse(COURSE, LESSON));
  },
  async bare() {
    const { name, verno, tables } = openPrivateStore(alice.id).database;
    const schemas = tables.map(({ schema }) => [schema.name, [schema.primKey, ...schema.indexes]] as const);
    const db = new Dexie(name);
    db.version(verno).stores(
      Object.fromEntries(schemas.map(([table, keys]) => [table, keys.map(({ src }) => src).join(', ')])),
    );
    const tookMs = await timed(() => readBare(db));
    db.close();
    return tookMs;
  },
};
window.coursePage = page;
