import * as v from 'valibot';
import {
  AdminCourse,
  AdminLesson,
  AdminResource,
  AttachResourceInput,
  EditedCourse,
  EditedLesson,
  ReplaceFileInput,
} from '../editor/editor.ts';
import { UploadId } from '../sync/upload.ts';
import { endpoint } from './endpoint.ts';

const AttachInput = v.object({ uploadId: UploadId });
const attach = { caller: 'admin', isCommand: true } as const;

/**
 * Calls that attach a file uploaded in pieces by tus (schema/sync/upload.ts). A video or a thumbnail is used once, a
 * file any number of times: 409 means that the upload is missing, incomplete or damaged.
 */
export const uploadEndpoints = {
  attachVideo: endpoint({
    ...attach,
    method: 'PUT',
    path: '/api/admin/lessons/:lessonId/video',
    summary: 'Set the video of a lesson to a finished upload',
    input: AttachInput,
    output: v.object({ lesson: AdminLesson }),
    minimal: v.object({ lesson: EditedLesson }),
  }),
  attachResource: endpoint({
    ...attach,
    method: 'POST',
    path: '/api/admin/lessons/:lessonId/resource-files',
    summary: 'Add a finished upload to a lesson as a resource: a PDF or a video',
    input: AttachResourceInput,
    output: v.object({ resource: AdminResource }),
  }),
  replaceFile: endpoint({
    ...attach,
    method: 'PUT',
    path: '/api/admin/resources/:resourceId/file',
    summary: 'Replace the file of a resource by a finished upload of the same kind',
    input: ReplaceFileInput,
    output: v.object({ resource: AdminResource }),
  }),
  attachThumbnail: endpoint({
    ...attach,
    method: 'PUT',
    path: '/api/admin/courses/:courseId/thumbnail',
    summary: 'Set the image of a course to a finished upload',
    input: AttachInput,
    output: v.object({ course: AdminCourse }),
    minimal: v.object({ course: EditedCourse }),
  }),
} as const;
