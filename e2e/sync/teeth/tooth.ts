/** A defect that somebody might make: one place in one file, written otherwise. */
export interface Tooth {
  readonly file: string;
  /** Stands there once. */
  readonly was: string;
  readonly is: string;
  /** The test of the normal suite that fails with it, as `file > name`; absent where schedules of the simulation notice. */
  readonly noticedBy?: string;
}
