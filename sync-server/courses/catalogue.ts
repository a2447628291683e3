import { LRUCache } from 'lru-cache';
import { CATALOGUE_PAGE_MAX_BYTES } from '#schema/limits.ts';
import type { Clock } from '../clock.ts';
import { getCatalogueVersion } from '../db/changes/counters-queries.ts';
import type { Database } from '../db/open.ts';
import { type PageQuery, printPlace } from '../http/paging.ts';
import { EncodedBody, type ReadyBody } from '../http/reply/encoded-body.ts';
import { compressedPiece, JoinedBody, type Piece, plainPiece } from '../http/reply/joined-body.ts';
import { ReplyCache } from '../http/reply-cache.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { findOutline, listPublished, type PublishedCourse } from './course-queries.ts';

/** A course of the catalogue as JSON, in two parts: the number of its learners belongs between them. */
interface Outline {
  readonly revision: number;
  readonly fields: Piece;
  readonly modules: Piece;
}

const OUTLINES_MAX_BYTES = 24 * 1024 * 1024;
const PAGES_MAX_BYTES = 8 * 1024 * 1024;
/** A longer list is put together from compressed pieces; Brotli makes a shorter one smaller. */
const BROTLI_MAX_BYTES = 128 * 1024;
/** Each change of a list of this size is sent again to everyone who looks at it. */
const LARGE_MIN_BYTES = 1_000_000;
/** How old the numbers of learners in a large list may be. */
const LARGE_COUNTS_MAX_AGE_MS = 10_000;

const BEFORE_COUNT = ',"enrollmentCount":';
const BEFORE_MODULES = ',"modules":';

interface Built {
  readonly edits: number;
  readonly enrolments: number;
  readonly atMs: number;
  readonly body: Promise<ReadyBody>;
}

/**
 * The list of published courses as ready bytes, whole or in pages. It may be megabytes, so neither an edit nor an
 * enrolment makes it anew: each outline is cached, compressed, by the revision of its course.
 */
export class Catalogue {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #outlines = new LRUCache<string, Outline>({ maxSize: OUTLINES_MAX_BYTES });
  readonly #pages = new ReplyCache(PAGES_MAX_BYTES);
  #built: Built | undefined;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The whole list. */
  async get(): Promise<ReadyBody> {
    const version = await getCatalogueVersion(this.#db);
    const atMs = this.#clock.now().getTime();
    const built = this.#built;
    if (built?.edits === version.edits) {
      if (built.enrolments === version.enrolments) return built.body;
      const isRecent = atMs - built.atMs < LARGE_COUNTS_MAX_AGE_MS;
      if (isRecent && (await built.body).byteLength >= LARGE_MIN_BYTES) return built.body;
    }
    // Two requests for a new version build it once.
    if (this.#built !== built) return this.get();
    const body = this.#build();
    this.#built = { ...version, atMs, body };
    body.catch(() => {
      if (this.#built?.body === body) this.#built = undefined;
    });
    return body;
  }

  async #build(): Promise<ReadyBody> {
    const pieces: Piece[] = [];
    for (const course of await listPublished(this.#db)) await this.#append(pieces, course);
    return join([plainPiece('{"courses":['), ...pieces, plainPiece(']}')]);
  }

  /** A page of the list. It costs as much as its own courses, however many there are. */
  async getPage({ limit, after }: PageQuery): Promise<ReadyBody> {
    const begin = after === null ? null : { position: after.key, id: after.id };
    const courses = await listPublished(this.#db, { after: begin, limit: limit + 1 });
    const version = courses.map(({ id, revision, learners }) => `${id} ${revision} ${learners}`).join();
    const name = `${limit} ${after === null ? '' : printPlace(after)}`;
    return this.#pages.get(name, version, () => this.#buildPage(courses, limit));
  }

  async #buildPage(courses: readonly PublishedCourse[], limit: number): Promise<ReadyBody> {
    const pieces: Piece[] = [];
    let last: PublishedCourse | undefined;
    for (const course of courses.slice(0, limit)) {
      const longer = [...pieces];
      await this.#append(longer, course);
      if (last !== undefined && bytesOf(longer) > CATALOGUE_PAGE_MAX_BYTES) break;
      pieces.push(...longer.slice(pieces.length));
      last = course;
    }
    const isLast = last === undefined || last === courses.at(-1);
    const next = isLast || last === undefined ? null : printPlace({ key: last.position, id: last.id });
    return join([plainPiece('{"courses":['), ...pieces, plainPiece(`],"next":${JSON.stringify(next)}}`)]);
  }

  async #append(pieces: Piece[], course: PublishedCourse): Promise<void> {
    const outline = await this.#outlineOf(course);
    if (outline === null) return;
    if (pieces.length > 0) pieces.push(plainPiece(','));
    const count = plainPiece(`${BEFORE_COUNT}${course.learners}${BEFORE_MODULES}`);
    pieces.push(outline.fields, count, outline.modules);
  }

  /** Null: it was deleted since the list was read. */
  async #outlineOf({ id, revision }: PublishedCourse): Promise<Outline | null> {
    const known = this.#outlines.get(id);
    if (known?.revision === revision) return known;
    const found = await findOutline(this.#db, id);
    if (found === undefined) return null;
    await letOthersIn();
    const { modules, enrollmentCount: _, ...fields } = found;
    const outline = {
      revision,
      fields: compressedPiece(JSON.stringify(fields).slice(0, -1)),
      modules: compressedPiece(`${JSON.stringify(modules)}}`),
    };
    const size = bytesOf([outline.fields, outline.modules]) + outline.fields.deflated.length;
    this.#outlines.set(id, outline, { size: size + outline.modules.deflated.length });
    return outline;
  }
}

async function join(pieces: readonly Piece[]): Promise<ReadyBody> {
  if (bytesOf(pieces) > BROTLI_MAX_BYTES) return JoinedBody.join(pieces);
  return new EncodedBody(Buffer.concat(pieces.map(({ bytes }) => bytes)));
}

const bytesOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((total, { bytes }) => total + bytes.length, 0);
