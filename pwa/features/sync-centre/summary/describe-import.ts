import type { Imported } from '#pwa/sync/outbox/outbox-file.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';

/** Describes the result of an import. */
export function describeImport({ added, known, foreign, drafts, draftsLeft }: Imported): string {
  const parts = [
    `${countOf(added, 'edit')} added`,
    `${formatCount(known)} already on this device`,
    ...(foreign > 0
      ? [`${formatCount(foreign)} skipped, because they belong to another person or cannot be read`]
      : []),
    ...(drafts > 0 ? [`${countOf(drafts, 'draft')} added`] : []),
    ...(draftsLeft > 0
      ? [`${countOf(draftsLeft, 'draft')} skipped, because a newer draft may be on this device`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}
