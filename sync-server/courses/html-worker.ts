import { parentPort } from 'node:worker_threads';
import { NestedTooDeepError, sanitizeLessonHtml } from './lesson-html.ts';

/** The request to the thread: one text at a time. */
export interface HtmlJob {
  readonly id: number;
  readonly html: string;
}

/** The reply of the thread; `clean` is null for HTML that is nested too deeply. */
export interface HtmlJobDone {
  readonly id: number;
  readonly clean: string | null;
}

function clean({ id, html }: HtmlJob): HtmlJobDone {
  try {
    return { id, clean: sanitizeLessonHtml(html) };
  } catch (error) {
    if (!(error instanceof NestedTooDeepError)) throw error;
    return { id, clean: null };
  }
}

parentPort?.on('message', (job: HtmlJob) => parentPort?.postMessage(clean(job)));
