import type { Clock } from '../clock.ts';
import { getCatalogueVersion } from '../db/changes/counters-queries.ts';
import type { Database } from '../db/open.ts';
import type { EncodedBody } from '../http/reply/encoded-body.ts';
import { encodeInTurns } from '../http/reply/json-in-turns.ts';
import { countLearners, findOutline, listPublished } from './course-queries.ts';

/** A course of the catalogue as JSON, in two parts: the number of its learners belongs between them. */
interface Outline {
  readonly revision: number;
  readonly fields: string;
  readonly modules: string;
}

/** To compress this much takes longer than to build it, and delays everything else that needs a thread. */
const LARGE_MIN_BYTES = 1_000_000;
/** How old the numbers of learners in a large list may be. */
const LARGE_COUNTS_MAX_AGE_MS = 10_000;

interface Built {
  readonly edits: number;
  readonly enrolments: number;
  readonly atMs: number;
  readonly body: Promise<EncodedBody>;
}

/**
 * The list of published courses as ready bytes. It may be megabytes, so neither an edit nor an enrolment makes it anew:
 * each outline is cached by the revision of its course, and only the numbers of learners are counted again.
 */
export class Catalogue {
  readonly #db: Database;
  readonly #clock: Clock;
  #outlines: ReadonlyMap<string, Outline> = new Map();
  #built: Built | undefined;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async get(): Promise<EncodedBody> {
    const version = await getCatalogueVersion(this.#db);
    const atMs = this.#clock.now().getTime();
    const built = this.#built;
    if (built?.edits === version.edits) {
      if (built.enrolments === version.enrolments) return built.body;
      const isRecent = atMs - built.atMs < LARGE_COUNTS_MAX_AGE_MS;
      if (isRecent && (await built.body).identity.byteLength >= LARGE_MIN_BYTES) return built.body;
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

  async #build(): Promise<EncodedBody> {
    const outlines = new Map<string, Outline>();
    const pieces: string[] = ['{"courses":['];
    for (const { id, revision } of await listPublished(this.#db)) {
      const known = this.#outlines.get(id);
      const outline = known?.revision === revision ? known : await this.#read(id, revision);
      if (outline === null) continue;
      outlines.set(id, outline);
      const count = await countLearners(this.#db, id);
      if (pieces.length > 1) pieces.push(',');
      pieces.push(`${outline.fields},"enrollmentCount":${count},"modules":${outline.modules}}`);
    }
    this.#outlines = outlines;
    pieces.push(']}');
    return encodeInTurns(pieces);
  }

  /** Null: it was deleted since the list was read. */
  async #read(id: string, revision: number): Promise<Outline | null> {
    const outline = await findOutline(this.#db, id);
    if (outline === undefined) return null;
    const { modules, enrollmentCount: _, ...fields } = outline;
    return { revision, fields: JSON.stringify(fields).slice(0, -1), modules: JSON.stringify(modules) };
  }
}
