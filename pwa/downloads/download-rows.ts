import { type Download, listDownloads, putDownload, removeDownload } from '../store/downloads.ts';
import { openPrivateStore } from '../store/private-store.ts';

/** Where the rows of one person lie: what is known of each file of their kept courses. */
export interface DownloadRows {
  list(): Promise<readonly Download[]>;
  put(row: Download): Promise<void>;
  remove(fileId: string): Promise<void>;
  /** @throws {StoreGoneError} when the person has signed out meanwhile, here or in another tab. */
  requireOwner(): void;
}

/** The rows in this person's private store. */
export function storedRows(userId: string): DownloadRows {
  return {
    list: async () => listDownloads(openPrivateStore(userId)),
    put: async (row) => putDownload(openPrivateStore(userId), row),
    remove: async (fileId) => removeDownload(openPrivateStore(userId), fileId),
    requireOwner: () => void openPrivateStore(userId),
  };
}
