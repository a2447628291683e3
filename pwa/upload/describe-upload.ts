import { formatBytes } from '../lesson/format-bytes.ts';
import type { UploadRow } from '../store/account/uploads.ts';

type UploadFacts = Pick<UploadRow, 'state' | 'sizeBytes' | 'sentBytes' | 'problem'>;

/**
 * Describes where a chosen file is and what happens next; sent bytes are those that the server has confirmed.
 */
export function describeUpload(upload: UploadFacts, isOnline: boolean): string {
  const size = formatBytes(upload.sizeBytes);
  const sent = upload.sentBytes === 0 ? size : `${formatBytes(upload.sentBytes)} of ${size} sent`;
  switch (upload.state) {
    case 'held':
      return `Saved on this device (${size}). Uploads when you save the course.`;
    case 'waiting':
      if (!isOnline) return `Waiting for a connection: ${sent}`;
      return upload.problem === null ? `Waiting to upload: ${sent}` : `Retrying automatically: ${sent}`;
    case 'sending':
      return `Uploading: ${sent}`;
    case 'paused':
      return `Paused, saved on this device: ${sent}`;
    case 'discarded':
      return 'Discarded';
    case 'arrived':
      return isOnline ? `All ${size} sent, saving…` : `All ${size} sent, waiting for confirmation`;
    case 'refused':
      return `Refused: ${upload.problem ?? 'the server gave no reason'}`;
  }
}

/** Percentage of the bytes that the server has confirmed. */
export function percentSent({ sentBytes, sizeBytes }: Pick<UploadFacts, 'sentBytes' | 'sizeBytes'>): number {
  return sizeBytes === 0 ? 0 : (sentBytes / sizeBytes) * 100;
}
