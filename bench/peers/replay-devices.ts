/** Milliseconds from reconnecting. */
export interface Replay {
  readonly acknowledgedMs: number;
  readonly seenMs: number;
}

/** Two devices of one user that race. */
export interface ReplayDevices {
  /** Resolves when both have the library. */
  readonly ready: Promise<unknown>;
  /** Makes that many edits on the first device offline, and reconnects it. */
  replay(round: number, count: number): Promise<Replay>;
  close(): Promise<void>;
}
