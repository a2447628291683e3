import * as v from 'valibot';
import { Lesson } from '../courses/lesson.ts';
import { Resource } from '../courses/resource.ts';
import { courseEntity } from '../entities/course-entity.ts';
import { moduleEntity } from '../entities/module-entity.ts';
import { Id, Instant } from '../id.ts';
import { CodeStats } from '../learning/codes.ts';

/** Rows, not trees. Positions are fractional keys. */
const place = { position: v.string(), version: v.number() };

export const PulledCourse = v.object({
  id: Id,
  ...courseEntity.fields,
  enrollmentCount: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
  ...place,
  /** For admins only. */
  codeStats: v.optional(CodeStats),
});
export type PulledCourse = v.InferOutput<typeof PulledCourse>;

export const PulledModule = v.object({
  id: Id,
  courseId: Id,
  ...moduleEntity.fields,
  ...place,
});
export type PulledModule = v.InferOutput<typeof PulledModule>;

/** A lesson with its HTML, without its resources, which are separate rows. */
export const PulledLesson = v.object({
  ...v.omit(Lesson, ['resources']).entries,
  courseId: Id,
  moduleId: Id,
  ...place,
});
export type PulledLesson = v.InferOutput<typeof PulledLesson>;

export const PulledResource = v.object({ ...Resource.entries, courseId: Id, lessonId: Id, ...place });
export type PulledResource = v.InferOutput<typeof PulledResource>;
