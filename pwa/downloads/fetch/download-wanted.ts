import { inBackground } from '#pwa/store/database/in-background.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { listWantedFiles } from '../plans/wanted-files.ts';
import { type DownloadOptions, type DownloadResult, downloadFiles } from './download-files.ts';

/** Downloads a user's wanted files, as `downloadFiles`. */
export function downloadWantedFiles(store: PrivateStore, options?: DownloadOptions): Promise<DownloadResult> {
  return downloadFiles(store.userId, () => listWantedFiles(inBackground(store)), options);
}
