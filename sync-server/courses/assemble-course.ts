import type { Course } from '#schema/courses/course.ts';
import type { CourseContent } from '#schema/courses/course-content.ts';
import type { Lesson } from '#schema/courses/lesson.ts';
import { byPosition } from '#schema/courses/position.ts';
import type { Resource } from '#schema/courses/resource.ts';
import { pick } from '#schema/entities/by-name.ts';
import { lessonOutlineColumns, moduleOutlineColumns } from '../db/entity-columns.ts';
import {
  type FileAddress,
  lessonFieldsOf,
  moduleFieldsOf,
  publicCourseFieldsOf,
  resourceFieldsOf,
} from '../db/row-fields.ts';
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
  /** May contain rows of other courses too. */
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly enrollmentCount: number;
}

interface ContentRows extends OutlineRows {
  readonly contents: readonly LessonContentRow[];
  readonly resources: readonly ResourceRow[];
  readonly files: readonly FileRow[];
}

/** A course as shown to the public. */
export function assembleOutline(rows: OutlineRows): Course {
  return {
    ...publicCourseFieldsOf(rows.course),
    enrollmentCount: rows.enrollmentCount,
    modules: listModules(rows).map(([module, lessons]) => ({
      ...pick(module, moduleOutlineColumns),
      lessons: lessons.map((lesson) => pick(lesson, lessonOutlineColumns)),
    })),
  };
}

/** A course as shown to its learners. */
export function assembleContent(rows: ContentRows, addressOf: FileAddress): CourseContent {
  const contents = new Map(rows.contents.map((row) => [row.lessonId, row.content]));
  const files = new Map(rows.files.map((row) => [row.id, row]));
  const resources = groupBy(rows.resources, (row) => row.lessonId);
  const lessonOf = (row: LessonRow): Lesson => {
    const { moduleId: _, ...fields } = lessonFieldsOf(
      { ...row, content: contents.get(row.id) ?? null },
      addressOf,
    );
    return {
      ...{ id: row.id, version: row.version },
      ...fields,
      videoSizeBytes: files.get(row.videoFileId ?? '')?.sizeBytes ?? null,
      resources: (resources.get(row.id) ?? []).sort(byPosition).map(resourceOf),
    };
  };
  const resourceOf = (row: ResourceRow): Resource => {
    const file = files.get(row.fileId ?? '');
    return {
      ...{ id: row.id, version: row.version, position: row.position },
      ...resourceFieldsOf(row, addressOf),
      sizeBytes: file?.sizeBytes ?? null,
      contentType: file?.contentType ?? null,
    };
  };
  return {
    ...publicCourseFieldsOf(rows.course),
    enrollmentCount: rows.enrollmentCount,
    modules: listModules(rows).map(([module, lessons]) => ({
      ...moduleFieldsOf(module),
      lessons: lessons.map(lessonOf),
    })),
  };
}

/** The modules of the course with their lessons, in order. */
function listModules({ course, modules, lessons }: OutlineRows): [ModuleRow, LessonRow[]][] {
  const lessonsByModule = groupBy(lessons, (lesson) => lesson.moduleId);
  return modules
    .filter((module) => module.courseId === course.id)
    .sort(byPosition)
    .map((module) => [module, (lessonsByModule.get(module.id) ?? []).sort(byPosition)]);
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
