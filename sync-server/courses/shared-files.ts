import type { SharedFile, SharedFilesReply } from '#schema/courses/shared-files.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { FileRow } from '../db/tables.ts';
import { MEDIA_POLICY } from '../http/reply/security-headers.ts';
import { contentDisposition } from '../media/content-disposition.ts';
import { typeOf } from '../media/type-of.ts';

/**
 * The videos, documents and captions of a course with the digests of their bytes; none if the course does not allow that
 * learners pass them on.
 */
export async function listSharedFiles(db: Db, courseId: string): Promise<SharedFilesReply> {
  const course = await db
    .selectFrom(liveCourses)
    .select('sharesFiles')
    .where('id', '=', courseId)
    .executeTakeFirst();
  const files = course?.sharesFiles === 1 ? await listFiles(db, courseId) : [];
  return { policy: MEDIA_POLICY, files: files.map(sharedFileOf) };
}

function listFiles(db: Db, courseId: string): Promise<FileRow[]> {
  const lessons = db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .where('modules.courseId', '=', courseId);
  const videos = lessons.select('lessons.videoFileId').where('lessons.videoFileId', 'is not', null);
  const attached = db
    .selectFrom('resources')
    .select('resources.fileId')
    .where('resources.lessonId', 'in', lessons.select('lessons.id'))
    .where('resources.fileId', 'is not', null);
  return db
    .selectFrom('files')
    .selectAll()
    .where((eb) => eb.or([eb('id', 'in', videos), eb('id', 'in', attached)]))
    .orderBy('id')
    .execute();
}

const sharedFileOf = (file: FileRow): SharedFile => ({
  fileId: file.id,
  digest: Buffer.from(file.digest, 'base64url').toString('hex'),
  sizeBytes: file.sizeBytes,
  contentType: typeOf(file),
  contentDisposition: contentDisposition(file.name),
});
