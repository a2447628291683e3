import * as v from 'valibot';
import { CourseStatus } from '../courses/course.ts';
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
  },
  {
    title: { label: 'title', merge: 'ask' },
    description: { label: 'description', merge: 'ask' },
    instructor: { label: 'instructor', merge: 'ask' },
    thumbnail: { label: 'picture', merge: 'ask' },
    previewContent: { label: 'preview content', merge: 'ask' },
    status: { label: 'status', merge: 'ask' },
  },
  { thumbnail: null, previewContent: '', status: 'unpublished' },
);

/** Changes of a course's own fields. */
export const CourseFields = courseEntity.changes;
export type CourseFields = v.InferOutput<typeof CourseFields>;
