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

/** The rows in this user's private store. */
export function storedRows(userId: string): DownloadRows {
  return {
    list: async () => listDownloads(openPrivateStore(userId)),
    put: async (row) => putDownload(openPrivateStore(userId), row),
    remove: async (fileId) => removeDownload(openPrivateStore(userId), fileId),
    requireOwner: () => void openPrivateStore(userId),
  };
}
