import { createHash } from 'node:crypto';
import { ADMIN_COURSES_PAGE, ADMIN_PAGE_MAX_CHARACTERS, CODES_SHOWN_STORED } from '#schema/limits.ts';
import { getLastSharedSequence } from '../db/changes/changes-queries.ts';
import { getCatalogueVersion } from '../db/changes/counters-queries.ts';
import type { Deps } from '../deps.ts';
import { getEpoch } from '../epoch/epoch-queries.ts';
import { type PageQuery, printPlace, readPageQuery, streamList } from '../http/paging.ts';
import { matchesEtag } from '../http/reply/etag.ts';
import { encodeInTurns, inTurns, jsonPieces } from '../http/reply/json-in-turns.ts';
import { type AppContext, personalHeaders, reply } from '../http/reply.ts';
import { encodedReply } from '../http/reply-cache.ts';
import { readContextOf } from './edit-route.ts';
import { findAdminCourse, listCoursePlaces, type ReadContext } from './queries/admin-course-queries.ts';

/** As deep in `{ course }` as its lessons, which are written one by one. */
export const LESSON_DEPTH = 5;

/**
 * All courses in full, or a page of them. They may be hundreds of megabytes, so they are read one by one, and the tag is
 * that of their versions: a device that has them learns so before a row is read.
 */
export async function listAdminCourses(deps: Deps, c: AppContext): Promise<Response> {
  const query = readPageQuery(c, ADMIN_COURSES_PAGE);
  const tag = await versionTag(deps);
  if (matchesEtag(c.req.header('If-None-Match'), tag)) {
    return reply(c, null, { status: 304, headers: { ...personalHeaders, ETag: `W/${tag}` } });
  }
  const readContext = readContextOf(deps, deps.clock.now());
  if (query === null) return streamList(c, 'courses', wholeCourses(deps, readContext), { ETag: `W/${tag}` });
  const page = await readPage(deps, query, readContext);
  return encodedReply(c, page, 'private', `W/${tag}`);
}

/** Changes with every edit of a course, every code that is added or used, and the addresses of files. */
async function versionTag({ db, media, clock }: Deps): Promise<string> {
  const { enrolments } = await getCatalogueVersion(db);
  const parts = [await getEpoch(db), await getLastSharedSequence(db), enrolments];
  const version = [...parts, media.expiresAt(clock.now())].join(' ');
  return `"${createHash('sha256').update(version).digest('base64url').slice(0, 27)}"`;
}

async function* wholeCourses({ db }: Deps, readContext: ReadContext): AsyncGenerator<string> {
  let comma = '';
  for (const { id } of await listCoursePlaces(db)) {
    const course = await findAdminCourse(db, id, readContext);
    if (course === undefined) continue;
    yield comma;
    yield* inTurns(jsonPieces(course, LESSON_DEPTH - 1));
    comma = ',';
  }
}

async function readPage({ db }: Deps, { limit, after }: PageQuery, readContext: ReadContext) {
  const begin = after === null ? null : { position: after.key, id: after.id };
  const places = await listCoursePlaces(db, begin);
  const pieces: string[] = ['{"courses":['];
  let characters = 0;
  let next: string | null = null;
  for (const [index, { position, id }] of places.entries()) {
    if (index === limit || characters > ADMIN_PAGE_MAX_CHARACTERS) break;
    const course = await findAdminCourse(db, id, readContext, CODES_SHOWN_STORED);
    next = index + 1 < places.length ? printPlace({ key: position, id }) : null;
    if (course === undefined) continue;
    if (pieces.length > 1) pieces.push(',');
    for await (const text of inTurns(jsonPieces(course, LESSON_DEPTH - 1))) {
      pieces.push(text);
      characters += text.length;
    }
  }
  pieces.push(`],"next":${JSON.stringify(next)}}`);
  return encodeInTurns(pieces);
}
