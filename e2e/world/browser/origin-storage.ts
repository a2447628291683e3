import type { Page } from '@playwright/test';

/** At most this many bytes of a response are read, unless all are wanted: it may be a video. */
const HEAD_BYTES = 100_000;

/**
 * Everything that the browser stores for this origin, one text per place: names, rows, the bytes of files and responses.
 *
 * @param isWhole responses to their last byte, and also the app's own files, which are the same for every user
 */
export function dumpOriginStorage(page: Page, { isWhole = false } = {}): Promise<string[]> {
  const maxBytes = isWhole ? null : HEAD_BYTES;
  return page.evaluate(async (maxBytes) => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    /** Plain values as JSON; values that JSON omits, such as bytes and files, as text. */
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text();
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
      if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
      const members = Object.entries(value).map(async ([key, member]) => `${key}: ${await textOf(member)}`);
      return (await Promise.all(members)).join(', ');
    };
    const parts = [
      `localStorage: ${JSON.stringify(localStorage)}`,
      `sessionStorage: ${JSON.stringify(sessionStorage)}`,
      `cookies: ${document.cookie}`,
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name));
      for (const table of db.objectStoreNames) {
        const rows = await read(db.transaction(table).objectStore(table).getAll());
        parts.push(`${name}.${table}: ${await textOf(rows)}`);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      if (maxBytes !== null && name.startsWith('workbox-precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request))?.blob();
        parts.push(`${name}: ${request.url} ${await body?.slice(0, maxBytes ?? body.size).text()}`);
      }
    }
    return parts;
  }, maxBytes);
}

type Kind = 'local_storage' | 'indexeddb' | 'cache_storage' | 'service_workers';

/**
 * Clears storage of these kinds for an origin, as browsers do on eviction; cookies stay. Clear caches together with the
 * service workers: a worker whose caches are cleared while it uses them gets no more replies from them in Chromium 156,
 * and a page that it serves does not load.
 */
export async function clearOriginStorage(page: Page, origin: string, kinds: readonly Kind[]): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: kinds.join(',') });
  await tools.detach();
}
