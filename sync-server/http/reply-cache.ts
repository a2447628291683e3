import { LRUCache } from 'lru-cache';
import type { ReadyBody } from './reply/encoded-body.ts';
import { matchesEtag } from './reply/etag.ts';
import { type AppContext, headerTemplate, reply } from './reply.ts';

const CACHED_BYTES_MAX = 64 * 1024 * 1024;
/** A body is stored as it is, with Brotli and with gzip, which need less than half of it each. */
const ENCODINGS_FACTOR = 2;

interface CachedReply<Body> {
  readonly version: string;
  readonly body: Promise<Body>;
}

/**
 * Caches replies that are the same for every user who may see them, as ready bytes per version.
 * - A cached reply is only served for the version that the database holds at this moment.
 * - Only the newest version of a name is cached; two requests for a new version build it once.
 * - The replies that were not requested for the longest time make room; one larger than the cache is not stored.
 * - The caller must check access before it requests a reply here.
 */
export class ReplyCache<Body extends ReadyBody = ReadyBody> {
  readonly #cached: LRUCache<string, CachedReply<Body>>;

  constructor(bytesMax = CACHED_BYTES_MAX) {
    this.#cached = new LRUCache({ maxSize: bytesMax });
  }

  /** Returns the reply under `name`, built by `build` when its version is not the cached one. */
  get(name: string, version: string, build: () => Promise<Body>): Promise<Body> {
    const cached = this.#cached.get(name);
    if (cached?.version === version) return cached.body;
    const built: CachedReply<Body> = { version, body: build() };
    // Shared while it is built; its size is known afterwards.
    this.#cached.set(name, built, { size: 1 });
    built.body.then(
      ({ byteLength }) => this.#resize(name, built, byteLength * ENCODINGS_FACTOR),
      () => this.#resize(name, built, null),
    );
    return built.body;
  }

  #resize(name: string, built: CachedReply<Body>, size: number | null): void {
    if (this.#cached.peek(name) !== built) return;
    this.#cached.delete(name);
    if (size !== null) this.#cached.set(name, built, { size });
  }
}

/** @param cacheControl whether a browser may store the reply */
function templatesOf(cacheControl: string) {
  const unchanged = { ETag: '', 'Cache-Control': cacheControl, Vary: 'Authorization, Accept-Encoding' };
  const plain = { ...unchanged, 'Content-Type': 'application/json; charset=utf-8' };
  return {
    unchanged: headerTemplate(unchanged),
    plain: headerTemplate(plain),
    encoded: headerTemplate({ ...plain, 'Content-Encoding': '' }),
  };
}

/** Only a public reply may be stored, and must be revalidated each time. */
const templates = { public: templatesOf('private, no-cache'), private: templatesOf('no-store') };

/**
 * Returns a cached body in the encoding that the client prefers, or 304 to a client that sends its current
 * tag. A private body is `no-store`, so its 304 goes to clients that store the tag themselves. `tag`: another one than
 * that of the bytes.
 */
export async function encodedReply(
  c: AppContext,
  body: ReadyBody,
  visibility: keyof typeof templates,
  tag?: string,
): Promise<Response> {
  const encoding = body.chooseEncoding(c.req.header('Accept-Encoding'));
  const ETag = tag ?? body.etag(encoding);
  const ifNoneMatch = c.req.header('If-None-Match');
  const ofKind = templates[visibility];
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, ...body.etags)) {
    return reply(c, null, { status: 304, headers: { ETag } }, ofKind.unchanged);
  }
  if (encoding === 'identity')
    return reply(c, await body.bytes(encoding), { headers: { ETag } }, ofKind.plain);
  const headers = { ETag, 'Content-Encoding': encoding };
  return reply(c, await body.bytes(encoding), { headers }, ofKind.encoded);
}
