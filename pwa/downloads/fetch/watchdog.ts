/** A connection that sends nothing for this long counts as lost. */
export const STALL_MS = 30_000;

/** Aborts its signal unless it is reset in time. */
export class Watchdog {
  private readonly controller = new AbortController();
  private readonly timeoutMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    this.reset();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  reset(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), this.timeoutMs);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
