import type { Answer } from './answer.ts';

/** The last call that failed, for debug panels: never a token, a body or a stack. */
export interface Failure {
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly at: string;
}

let last: Failure | null = null;

export function lastFailure(): Failure | null {
  return last;
}

export function noteFailure(path: string, answer: Answer, durationMs: number): void {
  last = {
    path,
    status: answer.status,
    code: answer.error?.code ?? null,
    requestId: answer.requestId,
    durationMs: Math.round(durationMs),
    sizeBytes: answer.sizeBytes,
    at: new Date().toISOString(),
  };
}
