/** A plausible defect: a replacement in one place of one file. */
export interface Mutant {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly was: string;
  readonly is: string;
  /**
   * The test of the normal suite that fails with it, as `file > name`; absent where schedules of the
   * simulation detect it.
   */
  readonly noticedBy?: string;
}
