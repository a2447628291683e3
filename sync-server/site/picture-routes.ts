import type { Hono } from 'hono';
import sharp from 'sharp';
import * as v from 'valibot';
import { Id } from '#schema/id.ts';
import { findPublicCourse } from '../courses/public-course-queries.ts';
import type { Deps } from '../deps.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { EncodedBody } from '../http/reply/encoded-body.ts';
import { matchesEtag } from '../http/reply/etag.ts';
import { type AppContext, type AppEnv, reply } from '../http/reply.ts';
import { ReplyCache } from '../http/reply-cache.ts';
import { thumbnailName } from '../media-store/stored-names.ts';
import { logoBytes } from './logo-image.ts';
import { readSite } from './site-queries.ts';

/** Pictures of links that are shared: the programs that show them often read no WebP and no data URL. */
export const LOGO_PATH = '/media/logo';
const CACHED_BYTES_MAX = 8 * 1024 * 1024;
const JPEG_QUALITY = 80;
const OWN_THUMBNAIL = /^\/media\/thumbnails\/([A-Za-z0-9_-]{1,120}-1280\.webp)$/;

/** The address of a course's picture; null if it is not on this server. */
export const picturePath = (courseId: string, thumbnail: string): string | null =>
  OWN_THUMBNAIL.test(thumbnail) ? `/media/pictures/${encodeURIComponent(courseId)}` : null;

/** Register before the routes of media, which answer 404 to every other address below theirs. */
export function mountPictures(app: Hono<AppEnv>, deps: Deps): void {
  const cache = new ReplyCache<EncodedBody>(CACHED_BYTES_MAX);
  app.get(LOGO_PATH, async (c) => {
    const { logo } = await readSite(deps.db);
    if (logo === '') throw new ApiError('not_found');
    return sendPicture(c, new EncodedBody(logoBytes(logo)), 'image/png');
  });
  app.get('/media/pictures/:courseId', async (c) => {
    const courseId = pathParam(c, 'courseId');
    const course = v.is(Id, courseId) ? await findPublicCourse(deps.db, courseId) : undefined;
    const file = OWN_THUMBNAIL.exec(course?.thumbnail ?? '')?.[1];
    if (file === undefined) throw new ApiError('not_found');
    const picture = await cache.get(courseId, file, () => encodeJpeg(deps, file));
    return sendPicture(c, picture, 'image/jpeg');
  });
}

async function encodeJpeg({ mediaStore }: Deps, file: string): Promise<EncodedBody> {
  const webp = await mediaStore.findBytes(thumbnailName(file));
  if (webp === null) throw new ApiError('not_found');
  const jpeg = await sharp(webp)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return new EncodedBody(new Uint8Array(jpeg));
}

function sendPicture(c: AppContext, body: EncodedBody, type: string): Response {
  const etag = body.etag('identity');
  // Other sites and mail programs show it.
  const headers = {
    ETag: etag,
    'Cache-Control': 'public, no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return reply(c, null, { status: 304, headers });
  return reply(c, body.identity, { headers: { ...headers, 'Content-Type': type } });
}
