import * as v from 'valibot';
import { UploadCodesInput, UploadCodesReply } from './codes.ts';
import {
  AdminCourse,
  AdminLesson,
  AdminModule,
  AdminResource,
  CreateCourseInput,
  CreateLessonInput,
  CreateModuleInput,
  CreateResourceInput,
  UpdateCourseInput,
  UpdateLessonInput,
  UpdateModuleInput,
  VideoUrlInput,
} from './editor.ts';
import { endpoint, noInput, Success } from './endpoint.ts';
import {
  CODE_FILE_MAX_BYTES,
  LESSON_BODY_MAX_BYTES,
  THUMBNAIL_MAX_BYTES,
  VIDEO_MAX_BYTES,
} from './limits.ts';

const CourseReply = v.object({ course: AdminCourse });
const ModuleReply = v.object({ module: AdminModule });
const LessonReply = v.object({ lesson: AdminLesson });
const edit = { caller: 'admin', isCommand: true } as const;
const versionedEdit = { ...edit, isVersioned: true } as const;

/** What the course editor calls. */
export const editorEndpoints = {
  createCourse: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/courses',
    summary: 'Create a course, unpublished',
    input: CreateCourseInput,
    output: CourseReply,
  }),
  updateCourse: endpoint({
    ...versionedEdit,
    method: 'PUT',
    path: '/api/admin/courses/:courseId',
    summary: 'Change fields of a course; publishing needs modules that all have lessons',
    input: UpdateCourseInput,
    output: CourseReply,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
  }),
  deleteCourse: endpoint({
    ...versionedEdit,
    method: 'DELETE',
    path: '/api/admin/courses/:courseId',
    summary: 'Delete an unpublished course with everything in it',
    input: noInput,
    output: Success,
  }),
  uploadThumbnail: endpoint({
    method: 'POST',
    path: '/api/admin/courses/:courseId/upload-thumbnail',
    caller: 'admin',
    summary: 'Give a course an image (multipart, field thumbnail)',
    input: noInput,
    output: v.object({ thumbnailUrl: v.string(), success: v.literal(true) }),
    body: 'multipart',
    bodyMaxBytes: THUMBNAIL_MAX_BYTES,
  }),
  uploadCodes: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/courses/:courseId/upload-codes',
    summary: 'Add activation codes to a course; known ones are skipped',
    input: UploadCodesInput,
    output: UploadCodesReply,
    bodyMaxBytes: CODE_FILE_MAX_BYTES,
  }),
  createModule: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/courses/:courseId/modules',
    summary: 'Add a module at the end of a course',
    input: CreateModuleInput,
    output: ModuleReply,
  }),
  updateModule: endpoint({
    ...versionedEdit,
    method: 'PUT',
    path: '/api/admin/modules/:moduleId',
    summary: 'Change fields of a module, its position among them',
    input: UpdateModuleInput,
    output: ModuleReply,
  }),
  deleteModule: endpoint({
    ...versionedEdit,
    method: 'DELETE',
    path: '/api/admin/modules/:moduleId',
    summary: 'Delete a module with its lessons',
    input: noInput,
    output: Success,
  }),
  createLesson: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/modules/:moduleId/lessons',
    summary: 'Add a lesson at the end of a module',
    input: CreateLessonInput,
    output: LessonReply,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
  }),
  updateLesson: endpoint({
    ...versionedEdit,
    method: 'PUT',
    path: '/api/admin/lessons/:lessonId',
    summary: 'Change fields of a lesson; its HTML is sanitised',
    input: UpdateLessonInput,
    output: LessonReply,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
  }),
  deleteLesson: endpoint({
    ...versionedEdit,
    method: 'DELETE',
    path: '/api/admin/lessons/:lessonId',
    summary: 'Delete a lesson with its resources',
    input: noInput,
    output: Success,
  }),
  setVideoUrl: endpoint({
    ...versionedEdit,
    method: 'PUT',
    path: '/api/admin/lessons/:lessonId/video-url',
    summary: 'Set the address of a lesson’s video',
    input: VideoUrlInput,
    output: LessonReply,
  }),
  uploadVideo: endpoint({
    method: 'POST',
    path: '/api/admin/lessons/:lessonId/upload-video',
    caller: 'admin',
    summary: 'Give a lesson a video (multipart, one file)',
    input: noInput,
    output: v.object({ videoUrl: v.string() }),
    body: 'multipart',
    bodyMaxBytes: VIDEO_MAX_BYTES,
  }),
  createResource: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/lessons/:lessonId/resources',
    summary: 'Add a resource to a lesson',
    input: CreateResourceInput,
    output: v.object({ resource: AdminResource }),
  }),
  deleteResource: endpoint({
    ...versionedEdit,
    method: 'DELETE',
    path: '/api/admin/resources/:resourceId',
    summary: 'Delete a resource',
    input: noInput,
    output: Success,
  }),
} as const;
