import {
  type CourseFileQuiz,
  type CourseFileResource,
  type CourseOutline,
  courseFileCourseFields,
  courseFileLessonFields,
  courseFileModuleFields,
  courseFileQuestionFields,
  courseFileQuizFields,
} from '#interchange/course-file/course-file.ts';
import type { SourceCourse, SourceLesson } from '#interchange/course-file/plain-course.ts';
import { groupBy } from '#interchange/import/group-by.ts';
import { CAPTIONS_CONTENT_TYPE } from '#schema/courses/captions.ts';
import { byPosition } from '#schema/courses/position.ts';
import { pick } from '#schema/entities/by-name.ts';
import type { Db } from '../db/open.ts';
import { selectQuestions, selectQuizzes } from '../db/parts/plain-parts.ts';
import { slicesOf } from '../db/slices-of.ts';
import type { CourseRow, FileRow } from '../db/tables.ts';
import {
  type AdminLessonRow,
  type AdminResourceRow,
  findOutlineRows,
  listLessonRows,
  listResourceRows,
} from '../editor/queries/admin-rows-queries.ts';
import { measureBytes } from '../media-store/measure-file.ts';
import type { FileStore } from '../media-store/media-store.ts';
import { mediaName, thumbnailNames } from '../media-store/stored-names.ts';

/** A course to export, its last change, and the names of its stored files by their digests in hex. */
export interface ExportedCourse {
  readonly source: SourceCourse;
  /** An ISO string. */
  readonly updatedAt: string;
  readonly storedNames: ReadonlyMap<string, string>;
}

/**
 * Reads a whole course, with the keys of its tests, but without anything of its learners, codes and history; undefined
 * when there is none.
 */
export async function findExportedCourse(
  db: Db,
  mediaStore: FileStore,
  courseId: string,
): Promise<ExportedCourse | undefined> {
  const rows = await findOutlineRows(db, courseId);
  if (rows === undefined) return undefined;
  const lessons = await listLessonRows(db, { courseId });
  const resources = await listResourceRows(db, { courseId });
  const quizzes = await listQuizzes(db, courseId);
  const named = new NamedFiles(await findFiles(db, [...lessons.map(videoOf), ...resources.map(fileOf)]));
  const picture = await named.addPicture(mediaStore, rows.course);
  const modules = rows.modules.sort(byPosition).map((module) => ({
    ...pick(module, courseFileModuleFields),
    lessons: lessons
      .filter(({ moduleId }) => moduleId === module.id)
      .sort(byPosition)
      .map((lesson) => exportLesson(lesson, { resources, quizzes, named })),
  }));
  const fields = { id: courseId, ...pick(rows.course, courseFileCourseFields) };
  const source = { ...fields, picture, modules, files: named.files };
  return { source, updatedAt: rows.course.updatedAt, storedNames: named.storedNames };
}

const videoOf = ({ videoFileId }: AdminLessonRow) => videoFileId;
const fileOf = ({ fileId }: AdminResourceRow) => fileId;

/** Fewer than the parameters that a query may have. */
const IDS_PER_QUERY = 500;

async function findFiles(db: Db, ids: readonly (string | null)[]): Promise<Map<string, FileRow>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  const found = new Map<string, FileRow>();
  for (const some of slicesOf(wanted, IDS_PER_QUERY)) {
    const rows = await db.selectFrom('files').selectAll().where('id', 'in', some).execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** The quizzes of a course by lesson, with their questions, all in their order. */
async function listQuizzes(db: Db, courseId: string): Promise<Map<string, CourseFileQuiz[]>> {
  const quizzes = await selectQuizzes(db).where('modules.courseId', '=', courseId).execute();
  if (quizzes.length === 0) return new Map();
  const questions = await selectQuestions(db).where('modules.courseId', '=', courseId).execute();
  const inQuiz = groupBy(questions.sort(byPosition), ({ quizId }) => quizId);
  const inLesson = groupBy(quizzes.sort(byPosition), ({ lessonId }) => lessonId);
  const exportQuiz = (quiz: (typeof quizzes)[number]): CourseFileQuiz => ({
    use: quiz.use,
    ...pick(quiz, courseFileQuizFields),
    questions: (inQuiz.get(quiz.id) ?? []).map((question) => ({
      kind: question.kind,
      ...pick(question, courseFileQuestionFields),
    })),
  });
  return new Map([...inLesson].map(([lessonId, own]) => [lessonId, own.map(exportQuiz)]));
}

interface InLessons {
  readonly resources: readonly AdminResourceRow[];
  readonly quizzes: ReadonlyMap<string, CourseFileQuiz[]>;
  readonly named: NamedFiles;
}

function exportLesson(row: AdminLessonRow, { resources, quizzes, named }: InLessons): SourceLesson {
  const { id, videoFileId, videoUrl } = row;
  const lessonQuizzes = quizzes.get(id);
  const own = videoFileId === null ? null : named.add(videoFileId);
  const other = videoUrl === null ? null : { url: videoUrl };
  return {
    ...pick(row, courseFileLessonFields),
    ...{ id, content: row.content ?? '' },
    video: own === null ? other : { file: own.digest },
    resources: resources
      .filter(({ lessonId }) => lessonId === id)
      .sort(byPosition)
      .flatMap((resource) => exportResource(resource, named) ?? []),
    ...(lessonQuizzes !== undefined && { quizzes: lessonQuizzes }),
  };
}

/** Null for one whose file the database has lost. */
function exportResource(
  { title, type, url, fileId }: AdminResourceRow,
  named: NamedFiles,
): CourseFileResource | null {
  if (fileId === null) return { title, type, url: url ?? '' };
  const file = named.add(fileId);
  if (file === null) return null;
  const { digest, row } = file;
  if (row.contentType === CAPTIONS_CONTENT_TYPE) return { title, type, captions: digest };
  return { title, type, file: digest, name: row.name };
}

/** The files that a course names. Equal files are one, under the digest of their bytes. */
class NamedFiles {
  readonly files: CourseOutline['files'] = {};
  readonly storedNames = new Map<string, string>();
  readonly #rows: ReadonlyMap<string, FileRow>;

  constructor(rows: ReadonlyMap<string, FileRow>) {
    this.#rows = rows;
  }

  add(fileId: string): { readonly digest: string; readonly row: FileRow } | null {
    const row = this.#rows.get(fileId);
    if (row === undefined) return null;
    const digest = toHex(row.digest);
    this.#put(digest, mediaName(row.id), { type: row.contentType, sizeBytes: row.sizeBytes });
    return { digest, row };
  }

  /** The wide one of the two stored pictures of a course. */
  async addPicture(mediaStore: FileStore, { thumbnail }: CourseRow): Promise<CourseOutline['picture']> {
    if (thumbnail === null) return null;
    const wide = thumbnailNames(thumbnail).at(-1);
    if (wide === undefined) return { url: thumbnail };
    const bytes = await mediaStore.findBytes(wide);
    if (bytes === null) return null;
    const { digest, sizeBytes } = await measureBytes([bytes]);
    const name = toHex(digest);
    this.#put(name, wide, { type: 'image/webp', sizeBytes });
    return { file: name };
  }

  #put(digest: string, storedName: string, file: CourseOutline['files'][string]): void {
    this.files[digest] ??= file;
    if (!this.storedNames.has(digest)) this.storedNames.set(digest, storedName);
  }
}

const toHex = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('hex');
