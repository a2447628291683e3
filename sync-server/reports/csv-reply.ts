import { parsePlace } from '../http/paging.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, personalHeaders, reply } from '../http/reply.ts';
import type { Reports } from './reports.ts';
import type { ReportPart, ReportRequest } from './run-report.ts';

interface ReportFile {
  /** Without the extension. */
  readonly name: string;
  readonly reports: Reports;
  /** The report, or its first page. */
  readonly first: ReportRequest;
}

/**
 * A report as a CSV file, sent page by page: the next page is computed when the client has read the one before. Throws
 * ApiError 404 for a course that does not exist.
 */
export async function csvReply(c: AppContext, file: ReportFile): Promise<Response> {
  const parts = pagesOf(file);
  const first = await parts.next();
  if (first.done === true) throw new ApiError('course_not_found');
  const encoder = new TextEncoder();
  let text: string | null = first.value;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (text !== null) controller.enqueue(encoder.encode(text));
      const { value, done } = await parts.next();
      text = done === true ? null : value;
      if (done === true) controller.close();
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return reply(c, body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.name}.csv"`,
      ...personalHeaders,
    },
  });
}

async function* pagesOf({ reports, first }: ReportFile): AsyncGenerator<string> {
  let request: ReportRequest | null = first;
  while (request !== null) {
    const part: ReportPart | null = await reports.run(request);
    if (part === null) return;
    yield part.text;
    request = nextOf(request, part);
  }
}

function nextOf(request: ReportRequest, { next }: ReportPart): ReportRequest | null {
  if (next === null) return null;
  const { key, id } = parsePlace(next);
  if (request.kind === 'learners') return { ...request, after: { createdAt: key, id } };
  if (request.kind !== 'answers') return null;
  const [quizId = '', userId = ''] = key.split('/');
  return { ...request, after: { quizId, userId, id } };
}
