import * as v from 'valibot';
import { CourseStatus, IsTemplate } from '../courses/course.ts';
import { defineEntity } from './entity.ts';

export const courseEntity = defineEntity(
  'course',
  {
    title: v.string(),
    description: v.string(),
    instructor: v.string(),
    thumbnail: v.nullable(v.string()),
    previewContent: v.string(),
    status: CourseStatus,
    isTemplate: v.optional(IsTemplate, 0),
  },
  {
    title: { label: 'title', merge: 'ask', input: 'text' },
    description: { label: 'description', merge: 'ask', input: 'text' },
    instructor: { label: 'instructor', merge: 'ask', input: 'text' },
    thumbnail: { label: 'picture', merge: 'ask', input: null },
    previewContent: { label: 'preview content', merge: 'ask', input: 'text' },
    status: { label: 'status', merge: 'ask', input: 'value' },
    isTemplate: { label: 'use as a template', merge: 'mine', input: null },
  },
  { thumbnail: null, previewContent: '', status: 'unpublished', isTemplate: 0 },
);

/** Changes of a course's own fields. */
export const CourseFields = courseEntity.changes;
export type CourseFields = v.InferOutput<typeof CourseFields>;
