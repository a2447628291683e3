/** A connection that sends nothing for this long counts as lost. */
export const STALL_MS = 30_000;

/**
 * Aborts its signal unless it is reset in time, and when the caller's fires: AbortSignal.any is missing on phones still in
 * use.
 */
export class Watchdog {
  private readonly controller = new AbortController();
  private readonly timeoutMs: number;
  private readonly outer: AbortSignal;
  private readonly abort = () => this.controller.abort(this.outer.reason);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number, outer: AbortSignal) {
    this.timeoutMs = timeoutMs;
    this.outer = outer;
    outer.addEventListener('abort', this.abort);
    if (outer.aborted) this.abort();
    this.reset();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  reset(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.abort, this.timeoutMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.outer.removeEventListener('abort', this.abort);
  }
}
