/** What the page lets the bench do. Times are in milliseconds. */
export interface KeptPage {
  /** Keeps a course of 200 lessons. */
  fill(): Promise<void>;
  /** Opens the store of the app and reads the course as its first screen does. */
  ours(): Promise<number>;
  /** Opens the same database and reads the same rows. */
  bare(): Promise<number>;
}

declare global {
  interface Window {
    keptPage: KeptPage;
  }
}
