import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { uploadIdOf } from '#pwa/sync/outbox/held.ts';
import { joinPhrases } from '#schema/commands/define/describe-field-edit.ts';
import { countOf } from '#schema/messages/count.ts';

/**
 * What of an import is not sent yet: `Import “Biology”: the course and 12 files wait`.
 *
 * @param total all commands of the import
 * @param rows the unsent ones
 */
export function describeImport(title: string, total: number, rows: readonly OutboxRow[]) {
  const files = new Set(rows.flatMap(({ command }) => uploadIdOf(command) ?? [])).size;
  const isSent = rows.every(({ command }) => command.kind !== 'course.import');
  const edits = rows.filter(({ command }) => uploadIdOf(command) === null).length - (isSent ? 0 : 1);
  const waiting = [
    ...(isSent ? [] : ['the course']),
    ...(files === 0 ? [] : [countOf(files, 'file')]),
    ...(edits === 0 ? [] : [countOf(edits, 'edit')]),
  ];
  const verb = (isSent ? 0 : 1) + files + edits === 1 ? 'waits' : 'wait';
  const percent = total === 0 ? 0 : Math.floor((100 * Math.max(0, total - rows.length)) / total);
  return { sentence: `Import “${title}”: ${joinPhrases(waiting)} ${verb}`, percent };
}
