import { call } from '#pwa/api/call.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { ExportFormat } from '#schema/interchange/export.ts';

/**
 * Begins the download of a course in a format, by the browser: it shows the progress and can go on when the page is
 * closed.
 *
 * @throws {CallError} without a connection, or when the server refuses
 */
export async function exportCourse(courseId: string, format: ExportFormat): Promise<void> {
  const { url } = await call(endpoints.exportCourse, { params: { courseId }, body: { format } });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
