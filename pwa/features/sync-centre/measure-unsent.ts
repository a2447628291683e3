import type { Centre } from './read-centre.ts';

/** About how many bytes of this device the unsent work takes, files on their way up included. */
export function measureUnsent({
  unsent,
  drafts,
  uploads,
}: Pick<Centre, 'unsent' | 'drafts' | 'uploads'>): number {
  const texts = new Blob([JSON.stringify(unsent), JSON.stringify(drafts)]).size;
  return uploads.reduce((sum, { sizeBytes }) => sum + sizeBytes, texts);
}
