import * as v from 'valibot';
import { Course } from '../courses/course.ts';
import { messages } from '../messages/messages.ts';
import { endpoint, noInput } from './endpoint.ts';

/** The public courses, which every visitor loads. */
export const catalogueEndpoints = {
  listCourses: endpoint({
    method: 'GET',
    path: '/api/courses',
    caller: 'anyone',
    summary: 'List published courses, with outlines of their modules and lessons',
    input: noInput,
    output: v.object({ courses: v.array(Course) }),
  }),
  getCourse: endpoint({
    method: 'GET',
    path: '/api/courses/:courseId',
    caller: 'anyone',
    summary: 'Return the outline of a course; unpublished courses only for their learners and admins',
    input: noInput,
    output: v.object({ course: Course }),
    refusals: { 404: messages.courseNotFound },
  }),
} as const;
