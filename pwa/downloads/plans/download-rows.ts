import { inBackground } from '#pwa/store/database/in-background.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { type Download, listDownloads, putDownload, removeDownload } from '#pwa/store/offline/downloads.ts';

/** The file records of one user's offline courses. */
export interface DownloadRows {
  list(): Promise<readonly Download[]>;
  put(row: Download): Promise<void>;
  remove(fileId: string): Promise<void>;
  /** @throws {StoreGoneError} if the user has signed out meanwhile, here or in another tab */
  requireOwner(): void;
}

/** The rows in this user's private store, for work that holds the lock of the media cache. */
export function storedRows(userId: string): DownloadRows {
  const open = () => inBackground(openPrivateStore(userId));
  return {
    list: async () => listDownloads(open()),
    put: async (row) => putDownload(open(), row),
    remove: async (fileId) => removeDownload(open(), fileId),
    requireOwner: () => void openPrivateStore(userId),
  };
}
