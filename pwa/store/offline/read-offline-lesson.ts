import * as v from 'valibot';
import { done } from '#pwa/device/indexed-db.ts';
import { byPosition } from '#schema/courses/position.ts';
import { privateStoreName } from '../database/private-store-name.ts';

/** The parts of an offline lesson that its prerender shows. */
export interface OfflineLessonText {
  readonly courseTitle: string;
  readonly title: string;
  readonly description: string;
  /** In minutes; 0 if unknown. */
  readonly duration: number;
  /** Counted from 1, across the course's modules. */
  readonly number: number;
  readonly videoUrl: string | null;
  /** As received from the server: sanitise before display. */
  readonly html: string;
}

const CourseRow = v.object({ title: v.string() });
const ModuleRow = v.object({ id: v.string(), position: v.string() });
const LessonRow = v.object({
  id: v.string(),
  moduleId: v.string(),
  position: v.string(),
  title: v.string(),
  description: v.string(),
  duration: v.number(),
  videoUrl: v.nullable(v.string()),
});
const ContentRow = v.object({ content: v.string() });
const OfflineRows = v.tuple([CourseRow, v.array(ModuleRow), v.array(LessonRow), ContentRow]);
type OfflineRows = v.InferOutput<typeof OfflineRows>;

interface LessonKey {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
}

/**
 * Reads one offline lesson without Dexie, which takes a slow phone longer to load than all of this. For the
 * prerender only: it never creates or upgrades the database and closes it at once. Null if the device does
 * not have all of the lesson.
 */
export async function readOfflineLesson(key: LessonKey): Promise<OfflineLessonText | null> {
  try {
    const db = await openAsItIs(privateStoreName(key.userId));
    try {
      return findLesson(await readRows(db, key), key.lessonId);
    } finally {
      db.close();
    }
  } catch {
    // No database yet, or one of another version: the app itself handles both.
    return null;
  }
}

/** Opens the existing version. If there is none, the upgrade that would create it is aborted. */
function openAsItIs(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  return done(request);
}

async function readRows(db: IDBDatabase, { courseId, lessonId }: LessonKey): Promise<OfflineRows> {
  const transaction = db.transaction(['courses', 'modules', 'lessons', 'lessonContents']);
  const ofCourse = (table: string) => transaction.objectStore(table).index('courseId').getAll(courseId);
  const rows: unknown[] = await Promise.all([
    done(transaction.objectStore('courses').get(courseId)),
    done(ofCourse('modules')),
    done(ofCourse('lessons')),
    done(transaction.objectStore('lessonContents').get(lessonId)),
  ]);
  return v.parse(OfflineRows, rows);
}

function findLesson(
  [course, modules, lessons, text]: OfflineRows,
  lessonId: string,
): OfflineLessonText | null {
  const inOrder = modules
    .sort(byPosition)
    .flatMap(({ id }) => lessons.filter(({ moduleId }) => moduleId === id).sort(byPosition));
  const index = inOrder.findIndex(({ id }) => id === lessonId);
  const lesson = inOrder[index];
  if (lesson === undefined) return null;
  const { title, description, duration, videoUrl } = lesson;
  return {
    courseTitle: course.title,
    title,
    description,
    duration,
    number: index + 1,
    videoUrl,
    html: text.content,
  };
}
