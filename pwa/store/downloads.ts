import { read, write } from './access.ts';
import type { PrivateStore } from './private-store.ts';
import type { Download } from './rows.ts';

export type { Download };

export function findDownload(store: PrivateStore, fileId: string): Promise<Download | null> {
  return read(store, async () => (await store.downloads.get(fileId)) ?? null);
}

export function listDownloads(store: PrivateStore): Promise<Download[]> {
  return read(store, () => store.downloads.toArray());
}

export function putDownload(store: PrivateStore, download: Download): Promise<void> {
  return write(store, [store.downloads], async () => {
    await store.downloads.put(download);
  });
}

export function removeDownload(store: PrivateStore, fileId: string): Promise<void> {
  return write(store, [store.downloads], () => store.downloads.delete(fileId));
}
