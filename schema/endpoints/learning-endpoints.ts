import * as v from 'valibot';
import { CourseContent } from '../courses/course-content.ts';
import { SharedFilesReply } from '../courses/shared-files.ts';
import { ActivateInput, ActivateReply, RedeemReply } from '../learning/activation.ts';
import { ProgressInput, ProgressReply } from '../learning/progress.ts';
import { messages } from '../messages/messages.ts';
import { endpoint, noInput } from './endpoint.ts';

/** Activation and learning. */
export const learningEndpoints = {
  getCourseContent: endpoint({
    method: 'GET',
    path: '/api/courses/:courseId/content',
    caller: 'courseMember',
    summary: 'Return a course with all lessons in full',
    input: noInput,
    output: v.object({ course: CourseContent }),
    refusals: { 404: messages.courseNotFound },
  }),
  listSharedFiles: endpoint({
    method: 'GET',
    path: '/api/courses/:courseId/shared-files',
    caller: 'courseMember',
    summary:
      'List the digests of a course’s videos and documents, by which devices take them from each other; none where the course does not allow it',
    input: noInput,
    output: SharedFilesReply,
    refusals: { 404: messages.courseNotFound },
  }),
  activateCourse: endpoint({
    method: 'POST',
    path: '/api/courses/:courseId/activate',
    caller: 'signedIn',
    summary: 'Unlock a course with an activation code',
    input: ActivateInput,
    output: ActivateReply,
    isCommand: true,
    refusals: { 400: messages.codeInvalid, 404: messages.courseNotFound },
  }),
  redeemCode: endpoint({
    method: 'POST',
    path: '/api/activate',
    caller: 'signedIn',
    summary: 'Unlock the course that an activation code belongs to',
    input: ActivateInput,
    output: RedeemReply,
    isCommand: true,
    refusals: { 400: messages.codeInvalid },
  }),
  getProgress: endpoint({
    method: 'GET',
    path: '/api/progress',
    caller: 'signedIn',
    summary: 'List the caller’s progress in all lessons',
    input: noInput,
    output: ProgressReply,
  }),
  saveProgress: endpoint({
    method: 'PUT',
    path: '/api/progress',
    caller: 'signedIn',
    summary: 'Save completions and positions; the later value wins, field by field',
    input: ProgressInput,
    output: ProgressReply,
    isCommand: true,
  }),
} as const;
