import { saveFile } from '#pwa/ui/save-file.ts';
import { csvFile } from '#schema/csv/csv.ts';
import { linkOf, type PrintedBatch } from './printed-batch.ts';

/** Downloads the codes of a batch as a CSV file, from what the device has. */
export function saveCodesCsv(batch: PrintedBatch): void {
  saveFile(fileNameOf(batch.name), codesCsv(batch), 'text/csv;charset=utf-8');
}

/** One line for each code, with its course and link. */
export function codesCsv({ codes, name, courseId, courseTitle }: PrintedBatch): string {
  return csvFile([
    ['Code', 'Batch', 'Course', 'Link'],
    ...codes.map((code) => [code, name, courseTitle, linkOf(courseId, code)]),
  ]);
}

/** A name that every file system accepts, such as `codes-spring-2027.csv`. */
export function fileNameOf(name: string): string {
  const parts = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${['codes', ...parts].join('-').slice(0, 80)}.csv`;
}
