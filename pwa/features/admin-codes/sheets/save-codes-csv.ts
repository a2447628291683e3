import { saveFile } from '#pwa/ui/save-file.ts';
import { csvFile } from '#schema/csv/csv.ts';
import { linkOf, type PrintedBatch } from './printed-batch.ts';

/** All codes of a batch, also those that are used, with their states. */
export interface ListedBatch extends Pick<PrintedBatch, 'name' | 'courseId' | 'courseTitle'> {
  readonly codes: readonly { readonly code: string; readonly state: string }[];
}

/** Downloads the codes of a batch as a CSV file, from what the device has. */
export function saveCodesCsv(batch: ListedBatch): void {
  saveFile(fileNameOf(batch.name), codesCsv(batch), 'text/csv;charset=utf-8');
}

/** One line for each code. The code is first, where the upload of codes looks for it. */
export function codesCsv({ codes, name, courseId, courseTitle }: ListedBatch): string {
  return csvFile([
    ['Code', 'Course', 'Link', 'State', 'Batch'],
    ...codes.map(({ code, state }) => [code, courseTitle, linkOf(courseId, code), state, name]),
  ]);
}

/** A name that every file system accepts, such as `codes-spring-2027.csv`. */
export function fileNameOf(name: string): string {
  const parts = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${['codes', ...parts].join('-').slice(0, 80)}.csv`;
}
