import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';

interface Unsent {
  readonly unsent: readonly OutboxRow[];
  readonly drafts: readonly DraftRow[];
  readonly uploads: readonly UploadRow[];
}

/** Estimates how many bytes the unsent work takes on this device, pending uploads included. */
export function measureUnsent({ unsent, drafts, uploads }: Unsent): number {
  if (unsent.length + drafts.length + uploads.length === 0) return 0;
  const texts = new Blob([JSON.stringify(unsent), JSON.stringify(drafts)]).size;
  return uploads.reduce((sum, { sizeBytes }) => sum + sizeBytes, texts);
}
