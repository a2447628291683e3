/** A connection that sends nothing for this long counts as lost. */
export const STALL_MS = 30_000;

/** Aborts its signal unless it is reset in time. */
export class Watchdog {
  private readonly controller = new AbortController();
  private readonly patienceMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(patienceMs: number) {
    this.patienceMs = patienceMs;
    this.pat();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  pat(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), this.patienceMs);
  }

  rest(): void {
    clearTimeout(this.timer);
  }
}
