import type { Course } from '#schema/courses/course.ts';
import type { CourseContent } from '#schema/courses/course-content.ts';
import type { Lesson } from '#schema/courses/lesson.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';

const at = '2026-11-21T08:00:00.000Z';

export function lessonOf(id: string, parts: Partial<Lesson> = {}): Lesson {
  return {
    ...lessonEntity.defaults,
    id,
    title: `Title of ${id}`,
    duration: 5,
    type: 'text',
    content: `<p>Text of ${id}</p>`,
    videoSizeBytes: null,
    resources: [],
    ...parts,
  };
}

/** A course with one module per list of lessons. */
export function courseOf(id: string, modules: readonly (readonly Lesson[])[], version = 1): CourseContent {
  return {
    id,
    title: `Title of ${id}`,
    description: '',
    instructor: 'Carol',
    thumbnail: null,
    previewContent: '',
    status: 'published',
    enrollmentCount: 0,
    version,
    createdAt: at,
    updatedAt: at,
    modules: modules.map((lessons, index) => ({
      id: `${id}-m${index + 1}`,
      title: `Module ${index + 1}`,
      description: '',
      lessons: [...lessons],
    })),
  };
}

/** As visitors see it. */
export function outlineOf(course: CourseContent): Course {
  return {
    ...course,
    modules: course.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map(({ id, title, description, duration, type }) => ({
        id,
        title,
        description,
        duration,
        type,
      })),
    })),
  };
}
