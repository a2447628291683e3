import type { ApiResponse } from './api-response.ts';

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

export function noteFailure(path: string, response: ApiResponse, durationMs: number): void {
  last = {
    path,
    status: response.status,
    code: response.error?.code ?? null,
    requestId: response.requestId,
    durationMs: Math.round(durationMs),
    sizeBytes: response.sizeBytes,
    at: new Date().toISOString(),
  };
}
