import { defaultSite, type Site } from '#schema/site/site.ts';
import type { Deps } from '../deps.ts';
import { EncodedBody, type ReadyBody } from '../http/reply/encoded-body.ts';
import { ReplyCache } from '../http/reply-cache.ts';
import { readSite } from '../site/site-queries.ts';
import type { AppFile } from './load-app-files.ts';
import { drawIcon, isIcon } from './school-icons.ts';
import { writeManifest } from './site-manifest.ts';

const MANIFEST = '/manifest.webmanifest';
const CACHED_BYTES_MAX = 2 * 1024 * 1024;
const DEFAULTS = JSON.stringify(defaultSite);

/** A file of the app as it is sent. */
export interface SentFile extends Omit<AppFile, 'body'> {
  readonly body: ReadyBody;
}

/**
 * The files of the app that a school changes: the manifest and the icons of the installed app. The worker stores none of
 * them, so they never differ from those of the server. All others are sent as they were built.
 */
export class SchoolFiles {
  readonly #cache = new ReplyCache(CACHED_BYTES_MAX);
  readonly #deps: Pick<Deps, 'db'>;

  constructor(deps: Pick<Deps, 'db'>) {
    this.#deps = deps;
  }

  async find(path: string, built: AppFile): Promise<SentFile> {
    if (path === MANIFEST)
      return this.#adapt(path, built, async (school) => {
        const text = writeManifest(new TextDecoder().decode(built.body.identity), school);
        return new TextEncoder().encode(text);
      });
    if (isIcon(path))
      return this.#adapt(path, built, async (school) =>
        school.logo === '' ? built.body.identity : drawIcon(path, school.logo),
      );
    return built;
  }

  async #adapt(
    path: string,
    built: AppFile,
    write: (school: Site) => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<SentFile> {
    const school = await readSite(this.#deps.db);
    const version = JSON.stringify(school);
    if (version === DEFAULTS) return built;
    const body = await this.#cache.get(path, version, async () => new EncodedBody(await write(school)));
    return { ...built, body };
  }
}
