import * as v from 'valibot';
import { LessonType } from '../courses/lesson-type.ts';
import { defineEntity } from './entity.ts';

/** `content` is HTML, `duration` in whole minutes, `position` a fractional key among the lessons of the module. */
export const lessonEntity = defineEntity(
  'lesson',
  {
    title: v.string(),
    description: v.string(),
    content: v.string(),
    duration: v.number(),
    type: LessonType,
    videoUrl: v.nullable(v.string()),
    position: v.string(),
  },
  {
    title: { label: 'title', merge: 'ask' },
    description: { label: 'description', merge: 'ask' },
    content: { label: 'text', merge: 'blocks' },
    duration: { label: 'duration', merge: 'ask' },
    type: { label: 'type', merge: 'ask' },
    videoUrl: { label: 'video', merge: 'ask' },
    position: { label: 'place', merge: 'mine' },
  },
  { description: '', content: '', duration: 0, type: 'video', videoUrl: null },
);

export const LessonFields = lessonEntity.changes;
export type LessonFields = v.InferOutput<typeof LessonFields>;
