/** A fetched value, and when its request was sent and its response arrived (ISO strings). */
export interface Fetched<T> {
  readonly value: T;
  readonly requestedAt: string;
  readonly fetchedAt: string;
  /** `findPullCount` before the request; without it, pulls in between are ignored. */
  readonly pullCount?: number;
}
