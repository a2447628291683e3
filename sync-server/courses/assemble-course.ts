import type { Course, CourseContent } from '#schema/course.ts';
import type { Lesson, LessonOutline } from '#schema/lesson.ts';
import { byPosition } from '#schema/position.ts';
import type { Resource } from '#schema/resource.ts';
import type {
  CourseRow,
  FileRow,
  LessonContentRow,
  LessonRow,
  ModuleRow,
  ResourceRow,
} from '../db/tables.ts';

interface OutlineRows {
  readonly course: CourseRow;
  /** May hold rows of other courses too. */
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly enrollmentCount: number;
}

interface ContentRows extends OutlineRows {
  readonly contents: readonly LessonContentRow[];
  readonly resources: readonly ResourceRow[];
  readonly files: readonly FileRow[];
}

/** Makes the address under which an own file is fetched. */
export type FileAddress = (fileId: string) => string;

/** A course as anybody may see it. */
export function assembleOutline(rows: OutlineRows): Course {
  const modules = assembleModules(rows, outlineOf).map(({ id, title, description, lessons }) => {
    return { id, title, description, lessons };
  });
  return { ...courseFields(rows), modules };
}

/** A course as its learners get it. */
export function assembleContent(rows: ContentRows, addressOf: FileAddress): CourseContent {
  const contents = new Map(rows.contents.map((row) => [row.lessonId, row.content]));
  const files = new Map(rows.files.map((row) => [row.id, row]));
  const resources = groupBy(rows.resources, (row) => row.lessonId);
  const lessonOf = (row: LessonRow): Lesson => ({
    ...outlineOf(row),
    content: contents.get(row.id) ?? '',
    videoUrl: row.videoFileId === null ? row.videoUrl : addressOf(row.videoFileId),
    videoSizeBytes: files.get(row.videoFileId ?? '')?.sizeBytes ?? null,
    position: row.position,
    version: row.version,
    resources: (resources.get(row.id) ?? []).sort(byPosition).map(resourceOf),
  });
  const resourceOf = (row: ResourceRow): Resource => {
    const file = files.get(row.fileId ?? '');
    return {
      id: row.id,
      type: row.type,
      title: row.title,
      url: row.fileId === null ? (row.url ?? '') : addressOf(row.fileId),
      sizeBytes: file?.sizeBytes ?? null,
      contentType: file?.contentType ?? null,
      position: row.position,
      version: row.version,
    };
  };
  return { ...courseFields(rows), modules: assembleModules(rows, lessonOf) };
}

function courseFields({ course, enrollmentCount }: OutlineRows) {
  const { id, title, description, instructor, thumbnail, previewContent } = course;
  const { status, version, createdAt, updatedAt } = course;
  return {
    id,
    title,
    description,
    instructor,
    thumbnail,
    previewContent,
    status,
    enrollmentCount,
    version,
    createdAt,
    updatedAt,
  };
}

function assembleModules<L>({ course, modules, lessons }: OutlineRows, lessonOf: (row: LessonRow) => L) {
  const lessonsByModule = groupBy(lessons, (lesson) => lesson.moduleId);
  return modules
    .filter((module) => module.courseId === course.id)
    .sort(byPosition)
    .map(({ id, title, description, position, version }) => ({
      ...{ id, title, description, position, version },
      lessons: (lessonsByModule.get(id) ?? []).sort(byPosition).map(lessonOf),
    }));
}

const outlineOf = ({ id, title, description, duration, type }: LessonRow): LessonOutline => ({
  id,
  title,
  description,
  duration,
  type,
});

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
