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
      return `On this device (${size}). It is uploaded when the course is saved.`;
    case 'waiting':
      if (!isOnline) return `Waits on this device for a connection: ${sent}`;
      return upload.problem === null
        ? `Waits on this device: ${sent}`
        : `Waits on this device and is tried again: ${sent}`;
    case 'sending':
      return `Uploading: ${sent}`;
    case 'paused':
      return `Paused, safe on this device: ${sent}`;
    case 'discarded':
      return 'Discarded';
    case 'arrived':
      return isOnline
        ? `All ${size} sent, being put in its place…`
        : `All ${size} sent, the last word is missing`;
    case 'refused':
      return `Not taken: ${upload.problem ?? 'the server gave no reason'}`;
  }
}

/** Percentage of the bytes that the server has confirmed. */
export function percentSent({ sentBytes, sizeBytes }: Pick<UploadFacts, 'sentBytes' | 'sizeBytes'>): number {
  return sizeBytes === 0 ? 0 : (sentBytes / sizeBytes) * 100;
}
