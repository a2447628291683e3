import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads/start-thread.ts';
import type { ReportJob, ReportJobDone } from './report-worker.ts';
import type { ReportPart, ReportRequest } from './run-report.ts';

interface Waiting {
  readonly resolve: (part: ReportPart | null) => void;
  readonly reject: (error: Error) => void;
}

/** Computes reports one after the other in a thread that reads the database file. It is started by the first one. */
export class ReportThread {
  readonly #databaseFile: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(databaseFile: string) {
    this.#databaseFile = databaseFile;
  }

  run(request: ReportRequest): Promise<ReportPart | null> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const job: ReportJob = { id: this.#lastId, request };
    const done = new Promise<ReportPart | null>((resolve, reject) =>
      this.#waiting.set(job.id, { resolve, reject }),
    );
    this.#worker.postMessage(job);
    return done;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startThread('report-worker', { databaseFile: this.#databaseFile });
    worker.unref();
    worker.on('message', ({ id, part, problem }: ReportJobDone) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (problem === null) waiting?.resolve(part);
      else waiting?.reject(new Error(problem));
    });
    // The next report starts a new thread.
    worker.on('error', (error) =>
      this.#lose(worker, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', () => this.#lose(worker, new Error('The thread that computes reports has ended')));
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
