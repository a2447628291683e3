/** The page asks for the device's own copies below this path; only the service worker answers there. */
export const KEPT_FILE_PATH = '/__media/';
/** Public pictures of our own lie below this one, on the server. */
export const PICTURE_PATH = '/media/thumbnails/';

const FILE_ID = /^[0-9a-f]{32}$/;
const PICTURE_NAME = /^[A-Za-z0-9_-]{1,120}-(?:640|1280)\.webp$/;
const USER_ID = /^[A-Za-z0-9_-]{1,64}$/;
const OWN_MEDIA_PATH = /^\/media\/([0-9a-f]{32})$/;
const CACHE_PREFIX = 'carrel-media-';

/** The address of a kept file, and the key under which its entry lies in the user's media cache. */
export function keptFileUrl(userId: string, fileId: string): string {
  return `${KEPT_FILE_PATH}${userId}/${fileId}`;
}

/** The key of the n-th chunk of a kept file. Nobody may ask for it: it is no address that is answered. */
export function chunkUrl(userId: string, fileId: string, index: number): string {
  return `${keptFileUrl(userId, fileId)}/${index}`;
}

/** The Cache Storage cache that holds one user's kept files, and nobody else's. */
export function mediaCacheName(userId: string): string {
  return `${CACHE_PREFIX}${userId}`;
}

/** Whose files lie in a cache; null for a cache of another kind. */
export function ownerOfCache(cacheName: string): string | null {
  return cacheName.startsWith(CACHE_PREFIX) ? cacheName.slice(CACHE_PREFIX.length) : null;
}

/**
 * The file behind a signed media address such as `/media/<fileId>?expires=…&signature=…`, else null.
 * `origin` is the page's own: an absolute address of another host is never a file of ours.
 */
export function parseFileId(url: string, origin = globalThis.location?.origin ?? ''): string | null {
  const path = ownPath(url, origin);
  return path === null ? null : (OWN_MEDIA_PATH.exec(path)?.[1] ?? null);
}

/** The name of a public picture of our own (a course's cover), which is the id it is kept under; else null. */
export function parsePictureName(url: string, origin = globalThis.location?.origin ?? ''): string | null {
  const path = ownPath(url, origin);
  if (path === null || !path.startsWith(PICTURE_PATH)) return null;
  const name = path.slice(PICTURE_PATH.length);
  return PICTURE_NAME.test(name) ? name : null;
}

function ownPath(url: string, origin: string): string | null {
  const base = origin === '' ? 'https://carrel.invalid' : origin;
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  return parsed.origin === new URL(base).origin ? parsed.pathname : null;
}

export interface KeptFileAddress {
  readonly userId: string;
  readonly fileId: string;
}

/** Reads a path made by {@link keptFileUrl}; null for anything else. */
export function parseKeptPath(pathname: string): KeptFileAddress | null {
  if (!pathname.startsWith(KEPT_FILE_PATH)) return null;
  const [userId, fileId, ...rest] = pathname.slice(KEPT_FILE_PATH.length).split('/');
  if (userId === undefined || fileId === undefined || rest.length > 0) return null;
  const isFile = FILE_ID.test(fileId) || PICTURE_NAME.test(fileId);
  return USER_ID.test(userId) && isFile ? { userId, fileId } : null;
}
