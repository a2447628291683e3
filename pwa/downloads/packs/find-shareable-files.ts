import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { findSharedFiles } from '#pwa/store/offline/shared-files.ts';
import type { SharedFile } from '#schema/courses/shared-files.ts';
import { type CourseFile, filesOf } from '../plans/course-files.ts';
import { base64OfHex, base64urlOfHex } from './digest-forms.ts';

/** A file of a course that may come from another device, and its digest in hex. */
export interface ShareableFile {
  readonly digest: string;
  readonly file: CourseFile;
  /** The headers that the server's reply would have: nothing of a pack decides how its bytes are shown. */
  readonly headers: Headers;
}

/**
 * Returns the files of this device's courses that may come from other devices, by their digests. Courses that do not
 * allow it have none, nor have courses whose digests were not fetched yet.
 */
export async function findShareableFiles(store: PrivateStore): Promise<Map<string, ShareableFile[]>> {
  const found = new Map<string, ShareableFile[]>();
  const seen = new Set<string>();
  for (const course of await listOfflineCourses(store)) {
    const shared = course.sharesFiles === 1 ? await findSharedFiles(store, course.id) : null;
    if (shared === null) continue;
    const facts = new Map(shared.files.map((one) => [one.fileId, one]));
    for (const file of filesOf(course)) {
      const known = facts.get(file.fileId);
      if (known === undefined || known.sizeBytes !== file.sizeBytes || seen.has(file.fileId)) continue;
      seen.add(file.fileId);
      const one = { digest: known.digest, file, headers: headersOf(known, shared.policy) };
      found.set(known.digest, [...(found.get(known.digest) ?? []), one]);
    }
  }
  return found;
}

const headersOf = ({ digest, contentType, contentDisposition }: SharedFile, policy: string): Headers =>
  new Headers({
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition,
    'Content-Security-Policy': policy,
    ETag: `"${base64urlOfHex(digest)}"`,
    'Repr-Digest': `sha-256=:${base64OfHex(digest)}:`,
  });
