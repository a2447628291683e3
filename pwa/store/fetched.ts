/** Something fetched, and when the question was asked and answered (ISO instants). */
export interface Fetched<T> {
  readonly value: T;
  readonly askedAt: string;
  readonly fetchedAt: string;
  /** What `findPullCount` said before the question; left out, the answer counts whatever was pulled since. */
  readonly pullCount?: number;
}
