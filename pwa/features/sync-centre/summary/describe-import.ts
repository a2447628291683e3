import { countOf, formatCount } from '#schema/messages/count.ts';
import type { Imported } from '../../../sync/outbox/outbox-file.ts';

/** Describes the result of an import. */
export function describeImport({ added, known, foreign, drafts, draftsLeft }: Imported): string {
  const parts = [
    `${countOf(added, 'edit')} added`,
    `${formatCount(known)} known already`,
    ...(foreign > 0
      ? [`${formatCount(foreign)} refused, because they are of somebody else or cannot be read here`]
      : []),
    ...(drafts > 0 ? [`${countOf(drafts, 'draft')} added`] : []),
    ...(draftsLeft > 0
      ? [`${countOf(draftsLeft, 'draft')} left out, because something newer may be here`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}
