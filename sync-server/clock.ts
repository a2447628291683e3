/** The time, replaceable in tests. */
export interface Clock {
  now(): Date;
}
