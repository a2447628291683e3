import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Course } from '#schema/courses/course.ts';
import { Id } from '#schema/id.ts';
import type { Site } from '#schema/site/site.ts';
import type { Catalogue } from '../courses/catalogue.ts';
import { findOutline, findOutlineState } from '../courses/course-queries.ts';
import type { Deps } from '../deps.ts';
import { EncodedBody, type ReadyBody } from '../http/reply/encoded-body.ts';
import { pagePolicy } from '../http/reply/security-headers.ts';
import { ReplyCache } from '../http/reply-cache.ts';
import { addSite, jsonElement, type PageHead, writeHead } from './page-head.ts';
import { loadRenderer, PAGES_FOLDER } from './page-renderer.ts';

const CACHED_BYTES_MAX = 16 * 1024 * 1024;
/** A page with more data than this would arrive later than the app itself; the app fetches it in pieces. */
const DATA_MAX_BYTES = 200_000;
const COURSE_PATTERN = '/courses/:courseId';

/** Written by the build of the app, by the pattern of the page's address. */
const Templates = v.record(
  v.string(),
  v.object({ template: v.string(), data: v.picklist(['none', 'catalogue', 'course']) }),
);
const Renderer = v.object({ renderPage: v.function() });
const Catalogued = v.object({ courses: v.array(v.looseObject({ id: v.string() })) });

/** The data that a visitor's page shows. `courses` are those that every visitor may see. */
interface PageData {
  readonly courses: readonly unknown[];
  /** When the whole catalogue was read; null where `courses` is only a part of it. */
  readonly at: string | null;
}

export interface ServedPage {
  readonly body: ReadyBody;
  readonly policy: string;
}

interface Template {
  readonly template: string;
  readonly data: 'none' | 'catalogue' | 'course';
  readonly policy: string;
}

interface ServedPagesOptions {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>;
  readonly catalogue: Catalogue;
  readonly appFolder: string;
  /** Adapts the built page to the configuration. */
  readonly adapt: (html: string) => string;
  readonly frameOrigins: readonly string[];
}

/**
 * Public pages as a visitor sees them, rendered by the app's own screens (docs/why/screens.md). They contain
 * public data only: the request's user plays no part. Each is cached by the version of its data, which is
 * read at every request.
 */
export class ServedPages {
  readonly #options: ServedPagesOptions;
  readonly #templates: ReadonlyMap<string, Template>;
  readonly #cache = new ReplyCache(CACHED_BYTES_MAX);
  readonly #renderer: Promise<unknown> | undefined;

  constructor(options: ServedPagesOptions) {
    this.#options = options;
    this.#templates = loadTemplates(options);
    // At the start, because it takes as long as ten requests.
    if (this.#templates.size > 0) this.#renderer = loadRenderer(options.appFolder);
    // Reported at the first page.
    this.#renderer?.catch(() => undefined);
  }

  /** Null if the app renders this address itself. */
  async find(path: string, visit: Visit): Promise<ServedPage | null> {
    const courseId = /^\/courses\/([^/]+)$/.exec(path)?.[1];
    const template = this.#templates.get(courseId === undefined ? path : COURSE_PATTERN);
    if (template === undefined || path === COURSE_PATTERN) return null;
    try {
      const body = await this.#findBody({ ...visit, path, template, courseId: courseId ?? '' });
      return body && { body, policy: template.policy };
    } catch (error) {
      if (!(error instanceof NotServed))
        this.#options.deps.log.error({ path, error: String(error) }, 'a page could not be rendered');
      return null;
    }
  }

  async #findBody(page: Page): Promise<ReadyBody | null> {
    const { data } = page.template;
    if (data === 'none') return this.#render(page, { version: '', read: readNothing });
    const source = data === 'catalogue' ? await this.#findCatalogue() : await this.#findCourse(page.courseId);
    return source && this.#render(page, source);
  }

  async #findCatalogue(): Promise<Source | null> {
    const { catalogue, deps } = this.#options;
    const at = deps.clock.now().toISOString();
    const body = await catalogue.get();
    if (body.byteLength > DATA_MAX_BYTES) return null;
    const read = async () => {
      const { courses } = v.parse(
        Catalogued,
        JSON.parse(new TextDecoder().decode(await body.bytes('identity'))),
      );
      return { courses, at };
    };
    return { version: body.etag('identity'), read };
  }

  async #findCourse(courseId: string): Promise<Source | null> {
    const { db } = this.#options.deps;
    const state = v.is(Id, courseId) ? await findOutlineState(db, courseId) : undefined;
    if (state?.status !== 'published') return null;
    const version = `${state.revision} ${state.learners}`;
    const read = async () => {
      const course = await findOutline(db, courseId);
      if (course === undefined || !isServed(course)) throw new NotServed();
      return { courses: [course], at: null };
    };
    return { version, read };
  }

  async #render({ path, template, school, head }: Page, { version, read }: Source): Promise<ReadyBody> {
    const { publicUrl } = this.#options.deps.config;
    return this.#cache.get(path, `${version} ${JSON.stringify(school)}`, async () => {
      const data = await read();
      const { renderPage } = v.parse(Renderer, await this.#renderer);
      const markup = v.parse(v.string(), await renderPage(path, { ...data, site: school }));
      const html = template.template
        .replace('<!--page-->', () => markup)
        .replace('<!--data-->', () => jsonElement('served', data));
      const withHead = head === null ? html : writeHead(html, head, { school, publicUrl });
      return new EncodedBody(new TextEncoder().encode(addSite(withHead, school)));
    });
  }
}

/** What a page shows besides its data. */
interface Visit {
  readonly school: Site;
  readonly head: PageHead | null;
}

interface Page extends Visit {
  readonly path: string;
  readonly template: Template;
  readonly courseId: string;
}

interface Source {
  readonly version: string;
  readonly read: () => Promise<PageData>;
}

const readNothing = async (): Promise<PageData> => ({ courses: [], at: null });

/** The app renders the page. */
class NotServed extends Error {}

/** The outline is read after the access: it may have been unpublished in between. */
const isServed = (course: Course) =>
  course.status === 'published' && JSON.stringify(course).length <= DATA_MAX_BYTES;

function loadTemplates({
  appFolder,
  adapt,
  frameOrigins,
}: ServedPagesOptions): ReadonlyMap<string, Template> {
  const file = join(appFolder, PAGES_FOLDER, 'pages.json');
  if (!existsSync(file)) return new Map();
  const found = v.parse(Templates, JSON.parse(readFileSync(file, 'utf8')));
  return new Map(
    Object.entries(found).map(([pattern, { template, data }]) => {
      const html = adapt(template);
      return [pattern, { template: html, data, policy: pagePolicy(html, frameOrigins) }];
    }),
  );
}
