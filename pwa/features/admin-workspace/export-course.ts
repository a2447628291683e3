import { call } from '#pwa/api/call.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';

/**
 * Begins the download of a course as a file, by the browser: it shows the progress and can go on when the page is
 * closed.
 *
 * @throws {CallError} without a connection, or when the server refuses
 */
export async function exportCourse(courseId: string): Promise<void> {
  const { url } = await call(endpoints.exportCourse, { params: { courseId }, body: { format: 'carrel' } });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
