import { startUploads } from '#pwa/sync/uploads/uploads.ts';

/** Called from the editor's chunk, so that the upload code is loaded only by admins. */
export function sendUploads(): () => void {
  return startUploads();
}
