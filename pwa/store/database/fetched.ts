/** A fetched value, and when its request was sent and its response arrived (ISO strings). */
export interface Fetched<T> {
  readonly value: T;
  readonly requestedAt: string;
  readonly fetchedAt: string;
}
