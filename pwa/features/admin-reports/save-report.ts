import { saveFile } from '#pwa/ui/save-file.ts';
import { csvFile } from '#schema/csv/csv.ts';
import type { ReportTable } from '#schema/reports/report-tables.ts';

/** Saves a report of this device as a CSV file, the same as the server's. */
export function saveReport(name: string, { columns, rows }: ReportTable): void {
  saveFile(`${name}.csv`, csvFile([columns, ...rows]), 'text/csv;charset=utf-8');
}
