import type { Imported } from '../../sync/outbox-file.ts';

/** What came of reading a file in. */
export function describeImport({ added, known, foreign, drafts, draftsLeft }: Imported): string {
  const parts = [
    `${count(added, 'edit')} added`,
    `${known} known already`,
    ...(foreign > 0 ? [`${foreign} refused, because they are of somebody else or cannot be read here`] : []),
    ...(drafts > 0 ? [`${count(drafts, 'draft')} added`] : []),
    ...(draftsLeft > 0
      ? [`${count(draftsLeft, 'draft')} left out, because something newer may be here`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}

function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
