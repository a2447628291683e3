import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { LRUCache } from 'lru-cache';

const PATHS_CACHED_MAX = 1_000;
const PATH_MAX_CHARACTERS = 200;

/**
 * Hono's routers, which search once for each path: our routes need the slower one of the two, and most requests have a
 * path that many others had before.
 */
export class CachedRouter<T> implements Router<T> {
  readonly name = 'CachedRouter';
  readonly #router: Router<T> = new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
  readonly #found = new LRUCache<string, Result<T>>({ max: PATHS_CACHED_MAX });

  add(method: string, path: string, handler: T): void {
    this.#router.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    const name = `${method} ${path}`;
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const found = this.#router.match(method, path);
    // Nobody may fill the memory with long ones.
    if (path.length <= PATH_MAX_CHARACTERS) this.#found.set(name, found);
    return found;
  }
}
