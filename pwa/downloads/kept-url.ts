/** The page asks for the device's own copies below this path; only the service worker answers there. */
export const KEPT_FILE_PATH = '/__media/';

const FILE_ID = /^[0-9a-f]{32}$/;
const USER_ID = /^[A-Za-z0-9_-]{1,64}$/;
const OWN_MEDIA_PATH = /^\/media\/([0-9a-f]{32})$/;

/** The address of a kept file, and the key under which its bytes lie in the user's media cache. */
export function keptFileUrl(userId: string, fileId: string): string {
  return `${KEPT_FILE_PATH}${userId}/${fileId}`;
}

/** The Cache Storage cache that holds one user's kept files, and nobody else's. */
export function mediaCacheName(userId: string): string {
  return `carrel-media-${userId}`;
}

/**
 * The file behind a signed media address such as `/media/<fileId>?expires=…&signature=…`, else null.
 * `origin` is the page's own: an absolute address of another host is never a file of ours.
 */
export function parseFileId(url: string, origin = globalThis.location?.origin ?? ''): string | null {
  const base = origin === '' ? 'https://carrel.invalid' : origin;
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  if (parsed.origin !== new URL(base).origin) return null;
  return OWN_MEDIA_PATH.exec(parsed.pathname)?.[1] ?? null;
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
  return USER_ID.test(userId) && FILE_ID.test(fileId) ? { userId, fileId } : null;
}
