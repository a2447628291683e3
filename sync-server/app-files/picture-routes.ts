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
import { loadRenderer } from './page-renderer.ts';

const CACHED_BYTES_MAX = 8 * 1024 * 1024;
const JPEG_QUALITY = 80;
const OWN_THUMBNAIL = /^\/media\/thumbnails\/([A-Za-z0-9_-]{1,120}-1280\.webp)$/;
/** The version of a drawn cover, which depends on the id of its course only. */
const DRAWN = 'drawn';
const CoverRenderer = v.object({ renderCover: v.function() });

/** The size of every course's picture, in the shape in which pages show covers. */
export const PICTURE_SIZE = { width: 1280, height: 720 } as const;

/** The address of a course's picture. */
export const picturePath = (courseId: string): string => `/media/pictures/${encodeURIComponent(courseId)}`;

/**
 * The covers of courses as JPEG, for programs that show shared links: they often read no WebP, and no SVG. A cover on
 * another site is not requested: the drawn one is shown. Register before the routes of media, which answer 404 to every
 * other address below theirs.
 */
export function mountPictures(app: Hono<AppEnv>, deps: Deps): void {
  const cache = new ReplyCache<EncodedBody>(CACHED_BYTES_MAX);
  app.get('/media/pictures/:courseId', async (c) => {
    const courseId = pathParam(c, 'courseId');
    const course = v.is(Id, courseId) ? await findPublicCourse(deps.db, courseId) : undefined;
    if (course === undefined) throw new ApiError('not_found');
    const file = OWN_THUMBNAIL.exec(course.thumbnail ?? '')?.[1];
    const read = () => (file === undefined ? drawCover(deps, courseId) : readThumbnail(deps, file));
    return sendPicture(c, await cache.get(courseId, file ?? DRAWN, async () => encodeJpeg(await read())));
  });
}

async function readThumbnail({ mediaStore }: Deps, file: string): Promise<Uint8Array> {
  const webp = await mediaStore.findBytes(thumbnailName(file));
  if (webp === null) throw new ApiError('not_found');
  return webp;
}

/** The cover that pages draw for a course without a picture, as SVG. */
async function drawCover({ config }: Deps, courseId: string): Promise<Uint8Array> {
  const { renderCover } = v.parse(CoverRenderer, await loadRenderer(config.appFolder));
  return Buffer.from(v.parse(v.string(), renderCover(courseId)));
}

async function encodeJpeg(picture: Uint8Array): Promise<EncodedBody> {
  const { width, height } = PICTURE_SIZE;
  const jpeg = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return new EncodedBody(new Uint8Array(jpeg));
}

function sendPicture(c: AppContext, body: EncodedBody): Response {
  const etag = body.etag('identity');
  const headers = { ETag: etag, 'Cache-Control': 'public, no-cache', ...SHOWN_BY_OTHERS };
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return reply(c, null, { status: 304, headers });
  return reply(c, body.identity, { headers: { ...headers, 'Content-Type': 'image/jpeg' } });
}

/** Other sites and mail programs show it. */
export const SHOWN_BY_OTHERS = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
