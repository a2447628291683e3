import { ExportInput, ExportReply } from '../interchange/export.ts';
import { endpoint } from './endpoint.ts';

/** The calls by which courses leave this installation. */
export const interchangeEndpoints = {
  exportCourse: endpoint({
    method: 'POST',
    path: '/api/admin/courses/:courseId/export',
    caller: 'admin',
    summary: 'Return an address of ten minutes where the course can be downloaded as a file',
    input: ExportInput,
    output: ExportReply,
  }),
} as const;
