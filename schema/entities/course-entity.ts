import * as v from 'valibot';
import { CourseStatus, IsTemplate, SharesFiles } from '../courses/course.ts';
import { Instant } from '../id.ts';
import { LOW_CODES } from '../limits.ts';
import { defineEntity } from './entity.ts';

/** When a course is published or unpublished by itself; null: never. */
const ScheduledTime = v.optional(v.nullable(Instant), null);

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
    publishAt: ScheduledTime,
    unpublishAt: ScheduledTime,
    /** Admins are warned when fewer unused codes are left; 0: never. */
    lowCodesBelow: v.optional(v.number(), LOW_CODES),
    sharesFiles: v.optional(SharesFiles, 0),
  },
  {
    title: { label: 'title', merge: 'ask', input: 'text', max: 20_000 },
    description: { label: 'description', merge: 'ask', input: 'text', max: 20_000 },
    instructor: { label: 'instructor', merge: 'ask', input: 'text', max: 20_000 },
    thumbnail: { label: 'picture', merge: 'ask', input: null },
    previewContent: { label: 'preview content', merge: 'ask', input: 'text', max: 20_000 },
    status: { label: 'status', merge: 'ask', input: 'value' },
    isTemplate: { label: 'use as a template', merge: 'mine', input: null },
    publishAt: { label: 'time of publishing', merge: 'ask', input: 'value' },
    unpublishAt: { label: 'time of unpublishing', merge: 'ask', input: 'value' },
    lowCodesBelow: {
      label: 'limit for the warning about few codes',
      merge: 'ask',
      input: 'value',
      max: 10_000,
    },
    sharesFiles: { label: 'permission to pass files on', merge: 'ask', input: 'value' },
  },
  {
    ...{ thumbnail: null, previewContent: '', status: 'unpublished', isTemplate: 0 },
    ...{ publishAt: null, unpublishAt: null, lowCodesBelow: LOW_CODES, sharesFiles: 0 },
  },
);

/** The fields that only admins receive. */
export const adminCourseFields = ['publishAt', 'unpublishAt', 'lowCodesBelow'] as const;

/** Changes of a course's own fields. */
export const CourseFields = courseEntity.changes;
export type CourseFields = v.InferOutput<typeof CourseFields>;

/** A new course has the defaults of these: they follow its create. */
export const laterCourseFields = ['status', 'isTemplate', 'sharesFiles', ...adminCourseFields] as const;

/** The fields of a course that its create has. */
export const NewCourseFields = v.omit(v.object(courseEntity.fields), laterCourseFields);
