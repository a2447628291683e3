import type { Hono } from 'hono';
import { FRAME_ORIGINS_META } from '#schema/courses/video.ts';
import { defaultSite } from '#schema/site/site.ts';
import type { Catalogue } from '../courses/catalogue.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { EncodedBody } from '../http/reply/encoded-body.ts';
import { matchesEtag } from '../http/reply/etag.ts';
import { FILE_WORKER_POLICY, pagePolicy, WORKER_POLICY } from '../http/reply/security-headers.ts';
import { type AppContext, type AppEnv, reply } from '../http/reply.ts';
import { ReplyCache } from '../http/reply-cache.ts';
import { readSite } from '../site/site-queries.ts';
import { type AppFile, type AppFiles, HTML_TYPE, loadAppFiles } from './load-app-files.ts';
import { addSite, writeHead } from './page-head.ts';
import { SHOWN_BY_OTHERS } from './picture-routes.ts';
import { findHead, SITE_PICTURE } from './public-heads.ts';
import { SchoolFiles, type SentFile } from './school-files.ts';
import { ServedPages } from './served-pages.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const SHELL = '/index.html';
const DEFAULTS = JSON.stringify(defaultSite);
/** Of shells with the settings of the site. */
const CACHED_BYTES_MAX = 4 * 1024 * 1024;
const WORKER = '/sw.js';
/** Names that contain a hash: their content never changes. */
const IMMUTABLE = '/assets/';

/**
 * The built app: its files, and its page for every address of the app. Public pages are rendered for visitors;
 * /index.html, which the worker stores, never is.
 */
export function mountAppFiles(app: Hono<AppEnv>, deps: Deps, catalogue: Catalogue): void {
  const { appFolder, frameOrigins } = deps.config;
  const files = loadAppFiles(appFolder);
  const built = files.get(SHELL);
  const shell = built && withFrameOrigins(built, frameOrigins);
  const policy = shell && pagePolicy(textOf(shell), frameOrigins);
  const adapt = (html: string) => addFrameOrigins(html, frameOrigins);
  const pages = new ServedPages({ deps, catalogue, appFolder, adapt, frameOrigins });
  const schoolFiles = new SchoolFiles(deps);
  const cache = new ReplyCache(CACHED_BYTES_MAX);
  app.get('*', async (c) => {
    const path = c.req.path;
    const file = path === '/' ? shell : files.get(path);
    const isShell = file === shell || file === built;
    if (file !== undefined && !isShell)
      return sendAppFile(c, await schoolFiles.find(path, file), fileHeaders(path));
    if (shell === undefined || policy === undefined || !(isShell || isPage(path, files)))
      throw new ApiError('not_found');
    // The worker stores it for every school: the settings are on the device.
    if (path === SHELL) return sendAppFile(c, shell, pageHeaders(policy));
    const school = await readSite(deps.db);
    const version = JSON.stringify(school);
    const head = await findHead(deps, path, school);
    const page = new URL(c.req.url).search === '' ? await pages.find(path, { school, head }) : null;
    if (page !== null)
      return sendAppFile(c, { ...page, contentType: HTML_TYPE, isText: true }, pageHeaders(page.policy));
    const headers =
      head === null ? { ...pageHeaders(policy), 'X-Robots-Tag': 'noindex' } : pageHeaders(policy);
    if (head === null && version === DEFAULTS) return sendAppFile(c, shell, headers);
    const { publicUrl } = deps.config;
    const write = async () => {
      const html = head === null ? textOf(shell) : writeHead(textOf(shell), head, { school, publicUrl });
      return encode(version === DEFAULTS ? html : addSite(html, school));
    };
    const body = await cache.get(head === null ? '' : path, `${version} ${JSON.stringify(head)}`, write);
    return sendAppFile(c, { ...shell, body }, headers);
  });
  app.all('*', () => {
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
  });
}

/**
 * Passes to the page the frame origins that its policy allows. Origins contain no character that HTML must
 * escape.
 */
function withFrameOrigins(shell: AppFile, frameOrigins: readonly string[]): AppFile {
  if (frameOrigins.length === 0) return shell;
  const html = addFrameOrigins(textOf(shell), frameOrigins);
  return { ...shell, body: encode(html) };
}

function addFrameOrigins(html: string, frameOrigins: readonly string[]): string {
  if (frameOrigins.length === 0) return html;
  const meta = `<meta name="${FRAME_ORIGINS_META}" content="${frameOrigins.join(' ')}">`;
  return html.replace('</head>', `${meta}</head>`);
}

const pageHeaders = (policy: string) => ({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy });

function fileHeaders(path: string): Record<string, string> {
  const policy = policyOf(path);
  const own = policy === null ? {} : { 'Content-Security-Policy': policy };
  const isImmutable = path.startsWith(IMMUTABLE);
  const shown = path === SITE_PICTURE ? SHOWN_BY_OTHERS : {};
  return {
    ...shown,
    'Cache-Control': isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    ...own,
  };
}

/** The policy of a file that runs in a worker; null for all others, which run under that of their page. */
function policyOf(path: string): string | null {
  if (path === WORKER) return WORKER_POLICY;
  return FILE_WORKER.test(path) ? FILE_WORKER_POLICY : null;
}

const FILE_WORKER = /^\/assets\/(?:admin\/import|pack)-worker-[\w-]+\.js$/;

/**
 * Whether a path can be a page of the app, which then shows it or redirects to /. Paths that look like a file
 * cannot: an unknown script must be a 404, or a browser would run the page's HTML as a script. Nor can paths
 * that only scanners request: hidden names, encoded or doubled slashes.
 */
function isPage(path: string, files: AppFiles): boolean {
  if (path.startsWith(IMMUTABLE) || path.startsWith('/__media') || files.has(path)) return false;
  if (/%2f|%5c|\/\/|\\/i.test(path)) return false;
  const segments = path.split('/');
  return !segments.some((segment) => segment.startsWith('.')) && !segments.at(-1)?.includes('.');
}

const encode = (text: string) => new EncodedBody(new TextEncoder().encode(text));
const textOf = ({ body }: AppFile) => new TextDecoder().decode(body.identity);

async function sendAppFile(
  c: AppContext,
  file: SentFile,
  extra: Readonly<Record<string, string>>,
): Promise<Response> {
  const { body, contentType, isText } = file;
  const encoding = isText ? body.chooseEncoding(c.req.header('Accept-Encoding')) : 'identity';
  const headers: Record<string, string> = { ...extra, ETag: body.etag(encoding) };
  if (isText) headers.Vary = 'Accept-Encoding';
  if (matchesEtag(c.req.header('If-None-Match'), ...body.etags)) {
    return reply(c, null, { status: 304, headers });
  }
  headers['Content-Type'] = contentType;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return reply(c, await body.bytes(encoding), { headers });
}
