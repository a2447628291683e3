import * as v from 'valibot';
import { ResourceType } from '#schema/courses/resource.ts';
import { courseEntity, laterCourseFields } from '#schema/entities/course-entity.ts';
import { namesOf } from '#schema/entities/entity.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { moduleEntity } from '#schema/entities/module-entity.ts';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { QuestionKind, QuizUse } from '#schema/quizzes/question-kind.ts';

/**
 * The formats that this Carrel reads. It writes the first that has a place for all of the course, so that files are read
 * by as many versions as possible, and a course without quizzes has the bytes that it always had.
 */
const COURSE_FILE_FORMATS = { plain: 1, withQuizzes: 2 } as const;
export const COURSE_FILE_FORMAT_MAX = COURSE_FILE_FORMATS.withQuizzes;

/** SHA-256 of a file's bytes in lowercase hex: the name of the file in the archive. */
export const FileDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const InFile = v.strictObject({ file: FileDigest });
const AtAddress = v.strictObject({ url: v.string() });

/** A file in the archive, or the address of another site; null without a video or picture. */
const Source = v.nullable(v.union([InFile, AtAddress]));

const resourceFields = { title: v.string(), type: ResourceType };
/** `name` is the file name for downloads. `captions` names a WebVTT file. */
const CourseFileResource = v.union([
  v.strictObject({ ...resourceFields, url: v.string() }),
  v.strictObject({ ...resourceFields, file: FileDigest, name: v.string() }),
  v.strictObject({ ...resourceFields, captions: FileDigest }),
]);
export type CourseFileResource = v.InferOutput<typeof CourseFileResource>;

/*
 * The fields of each entity, without those named here: a field that an entity gets later is in the file. Files that
 * were written before lack it, so its schema has a default.
 */

/** Choices keep their ids, which the key names: random ones that belong to the question and not to an installation. */
const { entries: questionFields } = v.omit(v.object(questionEntity.fields), ['position']);
export const courseFileQuestionFields = namesOf(questionFields);
const CourseFileQuestion = v.strictObject({ kind: QuestionKind, ...questionFields });

const { entries: quizFields } = v.omit(v.object(quizEntity.fields), ['position']);
export const courseFileQuizFields = namesOf(quizFields);
const CourseFileQuiz = v.strictObject({
  use: QuizUse,
  ...quizFields,
  questions: v.array(CourseFileQuestion),
});
export type CourseFileQuiz = v.InferOutput<typeof CourseFileQuiz>;

/** The text is an entry of its own; places are the order in the list, in the module; the video is `video`. */
const { entries: lessonFields } = v.omit(v.object(lessonEntity.fields), [
  ...(['content', 'position', 'moduleId', 'videoUrl'] as const),
]);
export const courseFileLessonFields = namesOf(lessonFields);
const CourseFileLesson = v.strictObject({
  ...lessonFields,
  duration: v.pipe(v.number(), v.integer(), v.minValue(0)),
  video: Source,
  resources: v.array(CourseFileResource),
  /** Absent without any. */
  quizzes: v.exactOptional(v.pipe(v.array(CourseFileQuiz), v.minLength(1))),
});

const { entries: moduleFields } = v.omit(v.object(moduleEntity.fields), ['position']);
export const courseFileModuleFields = namesOf(moduleFields);
const CourseFileModule = v.strictObject({ ...moduleFields, lessons: v.array(CourseFileLesson) });

/**
 * An imported course is always unpublished, no template and without a schedule, shares no files until its admin allows
 * it, and its codes are not in the file; its picture is `picture`.
 */
const { entries: courseFields } = v.omit(v.object(courseEntity.fields), [...laterCourseFields, 'thumbnail']);
export const courseFileCourseFields = namesOf(courseFields);

/** A file of the archive: its MIME type, as it is served, and its size. */
const CourseFileEntry = v.strictObject({
  type: v.string(),
  sizeBytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/**
 * `course.json`: a course without ids. Modules and lessons are named by their places, files by their digests.
 */
export const CourseOutline = v.strictObject({
  ...courseFields,
  picture: Source,
  modules: v.array(CourseFileModule),
  files: v.record(FileDigest, CourseFileEntry),
});
export type CourseOutline = v.InferOutput<typeof CourseOutline>;

/** `carrel.json`, the first entry: the digests of the texts. Its own digest is that of the whole course. */
export const CourseFileIndex = v.strictObject({
  format: v.picklist(Object.values(COURSE_FILE_FORMATS)),
  texts: v.record(v.string(), FileDigest),
});
export type CourseFileIndex = v.InferOutput<typeof CourseFileIndex>;

/** The format in which a course is written. */
export const formatOf = ({ modules }: CourseOutline): CourseFileIndex['format'] =>
  modules.some(({ lessons }) => lessons.some(({ quizzes }) => quizzes !== undefined))
    ? COURSE_FILE_FORMATS.withQuizzes
    : COURSE_FILE_FORMATS.plain;

/** A course as its file has it. */
export interface CourseFile {
  readonly outline: CourseOutline;
  /**
   * The HTML of the lessons, by {@link lessonPlace}. In it and in the questions, links to lessons of the course are
   * `carrel:lesson/2/5`, embedded pictures `carrel:file/<digest>`.
   */
  readonly texts: ReadonlyMap<string, string>;
}

/** Names a lesson by its place, from 1: `2/5` is the fifth lesson of the second module. */
export const lessonPlace = (module: number, lesson: number): string => `${module}/${lesson}`;

/** The places of all lessons, in reading order. */
export function lessonPlaces({ modules }: Pick<CourseOutline, 'modules'>): string[] {
  return modules.flatMap(({ lessons }, module) =>
    lessons.map((_, lesson) => lessonPlace(module + 1, lesson + 1)),
  );
}
