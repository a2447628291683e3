import type { ReadImport } from '#pwa/sync/imports/read-import.ts';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { countOf } from '#schema/messages/count.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** `You imported this file on 12 Nov.` */
export const describeLastImport = (importedAt: string): string =>
  `You imported this file on ${day.format(new Date(importedAt))}.`;

/** `2 modules · 12 lessons · 4 files (58 MB)` */
export function describeContent({ outline, files }: ReadImport): string {
  const lessons = outline.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  const parts = [countOf(outline.modules.length, 'module'), countOf(lessons, 'lesson')];
  if (files.size > 0)
    parts.push(`${countOf(files.size, 'file')} (${describeBytes(sizeOf([...files.values()]))})`);
  return parts.join(' · ');
}

export const sizeOf = (files: readonly { readonly sizeBytes: number }[]): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
