import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { uploadIdOf } from '#pwa/sync/outbox/held.ts';
import { countOf } from '#schema/messages/count.ts';

/**
 * The progress of an import: `Import “Biology”: 118 of 240 sent, 12 files wait`.
 *
 * @param total all commands of the import
 * @param rows the unsent ones
 */
export function describeImport(title: string, total: number, rows: readonly OutboxRow[]) {
  const sent = Math.max(0, total - rows.length);
  const files = new Set(rows.flatMap(({ command }) => uploadIdOf(command) ?? [])).size;
  const waiting = files === 0 ? '' : `, ${countOf(files, 'file')} ${files === 1 ? 'waits' : 'wait'}`;
  const percent = total === 0 ? 0 : Math.floor((100 * sent) / total);
  return { sentence: `Import “${title}”: ${sent} of ${total} sent${waiting}`, percent };
}
