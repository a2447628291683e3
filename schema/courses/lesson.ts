import * as v from 'valibot';
import { lessonEntity } from '../entities/lesson-entity.ts';
import { LessonOutline } from './outlines.ts';
import { Resource } from './resource.ts';

/** The module contains the lesson. */
const { moduleId: _, ...fields } = lessonEntity.fields;

/**
 * A lesson as its learners receive it, with all fields of its entity. `content` is sanitised HTML. `videoUrl` is an external URL, or a
 * signed path below /media (then `videoSizeBytes` is known), or null.
 */
export const Lesson = v.object({
  ...fields,
  ...LessonOutline.entries,
  videoSizeBytes: v.nullable(v.number()),
  position: v.optional(v.string()),
  version: v.optional(v.number()),
  resources: v.array(Resource),
});
export type Lesson = v.InferOutput<typeof Lesson>;
