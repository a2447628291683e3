import { parseUrl } from '#pwa/device/parse-url.ts';

/** The page requests the device's own copies below this path; only the service worker responds there. */
export const CACHED_FILE_PATH = '/__media/';
/** Our own public images are below this path, on the server. */
export const IMAGE_PATH = '/media/thumbnails/';

const FILE_ID = /^[0-9a-f]{32}$/;
const IMAGE_NAME = /^[A-Za-z0-9_-]{1,120}-(?:640|1280)\.webp$/;
const USER_ID = /^[A-Za-z0-9_-]{1,64}$/;
const OWN_MEDIA_PATH = /^\/media\/([0-9a-f]{32})$/;
const CACHE_PREFIX = 'carrel-media-';

/** Returns the address of a downloaded file, which is also the key of its entry in the user's media cache. */
export function cachedFileUrl(userId: string, fileId: string): string {
  return `${CACHED_FILE_PATH}${userId}/${fileId}`;
}

/** Returns the key of a file's n-th chunk. The worker does not serve it as an address. */
export function chunkUrl(userId: string, fileId: string, index: number): string {
  return `${cachedFileUrl(userId, fileId)}/${index}`;
}

/** Returns the name of the Cache Storage cache with one user's downloaded files. */
export function mediaCacheName(userId: string): string {
  return `${CACHE_PREFIX}${userId}`;
}

/** Returns the user whose files a cache contains; null for a cache of another kind. */
export function ownerOfCache(cacheName: string): string | null {
  return cacheName.startsWith(CACHE_PREFIX) ? cacheName.slice(CACHE_PREFIX.length) : null;
}

/**
 * Returns the file of a signed media address such as `/media/<fileId>?expires=…&signature=…`, otherwise null.
 * `origin` is the page's own: an absolute address of another host is never a file of ours.
 */
export function parseFileId(url: string, origin = globalThis.location?.origin ?? ''): string | null {
  const path = ownPath(url, origin);
  return path === null ? null : (OWN_MEDIA_PATH.exec(path)?.[1] ?? null);
}

/**
 * Returns the name of one of our public images (a course's cover), which is the id it is stored under;
 * otherwise null.
 */
export function parseImageName(url: string, origin = globalThis.location?.origin ?? ''): string | null {
  const path = ownPath(url, origin);
  if (path === null || !path.startsWith(IMAGE_PATH)) return null;
  const name = path.slice(IMAGE_PATH.length);
  return IMAGE_NAME.test(name) ? name : null;
}

function ownPath(url: string, origin: string): string | null {
  const base = origin === '' ? 'https://carrel.invalid' : origin;
  const parsed = parseUrl(url, base);
  return parsed?.origin === new URL(base).origin ? parsed.pathname : null;
}

export interface CachedFileAddress {
  readonly userId: string;
  readonly fileId: string;
}

/** Parses a path made by `cachedFileUrl`; null for anything else. */
export function parseCachedPath(pathname: string): CachedFileAddress | null {
  if (!pathname.startsWith(CACHED_FILE_PATH)) return null;
  const [userId, fileId, ...rest] = pathname.slice(CACHED_FILE_PATH.length).split('/');
  if (userId === undefined || fileId === undefined || rest.length > 0) return null;
  const isFile = FILE_ID.test(fileId) || IMAGE_NAME.test(fileId);
  return USER_ID.test(userId) && isFile ? { userId, fileId } : null;
}
