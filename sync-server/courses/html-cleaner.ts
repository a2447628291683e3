import type { Worker } from 'node:worker_threads';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { startThread } from '../threads/start-thread.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import type { HtmlJob, HtmlJobDone } from './html-worker.ts';
import { NestedTooDeepError, sanitizeLessonHtml } from './lesson-html.ts';

/** Sanitising takes about half a millisecond per kilobyte. Longer texts are sent to the worker thread. */
const INLINE_MAX_CHARACTERS = 64 * 1024;
/** Other requests get a turn before a text of this length is sanitised: a batch may contain a hundred. */
const YIELDING_MIN_CHARACTERS = 1024;
/** A megabyte takes about half a second, so no caller waits longer than a request may take. */
const WAITING_MAX = 16;
const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  readonly resolve: (clean: string) => void;
  readonly reject: (error: Error) => void;
}

/** Sanitises lesson HTML outside of transactions; long texts in a separate thread, in order of arrival. */
export class HtmlCleaner {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /**
   * Returns the HTML as it may be stored (see {@link sanitizeLessonHtml}). Throws ApiError: 400 for tags that
   * are nested too deeply, 429 with Retry-After when too many long texts already wait.
   */
  async clean(html: string): Promise<string> {
    if (html.length > INLINE_MAX_CHARACTERS) return this.#cleanInThread(html);
    if (html.length >= YIELDING_MIN_CHARACTERS) await untilNextTurn();
    try {
      return sanitizeLessonHtml(html);
    } catch (error) {
      throw error instanceof NestedTooDeepError ? nestedTooDeep() : error;
    }
  }

  /** The number of texts that the thread has not finished yet. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #cleanInThread(html: string): Promise<string> {
    if (this.#waiting.size >= WAITING_MAX) {
      const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
      return Promise.reject(new ApiError('too_many_requests', { headers }));
    }
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const job: HtmlJob = { id: this.#lastId, html };
    const done = new Promise<string>((resolve, reject) => this.#waiting.set(job.id, { resolve, reject }));
    this.#worker.postMessage(job);
    return done;
  }

  #start(): Worker {
    const worker = startThread('html-worker');
    worker.unref();
    worker.on('message', ({ id, clean }: HtmlJobDone) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (clean === null) waiting?.reject(nestedTooDeep());
      else waiting?.resolve(clean);
    });
    // The next long text starts a new thread.
    worker.on('error', (error) =>
      this.#lose(worker, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', () => this.#lose(worker, new Error('The thread that sanitises HTML has ended')));
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function nestedTooDeep(): ApiError {
  const message = serverMessages.lessonNestedTooDeep;
  return new ApiError('invalid_input', { message, fields: { content: message } });
}
