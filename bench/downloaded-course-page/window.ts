/** The functions that the page exposes to the bench. Times are in milliseconds. */
export interface CoursePage {
  /** Stores a course of 200 lessons. */
  fill(): Promise<void>;
  /** Opens the store of the app and reads the course as its first screen does. */
  ours(): Promise<number>;
  /** Opens the same database and reads the same rows. */
  bare(): Promise<number>;
}

declare global {
  interface Window {
    coursePage: CoursePage;
  }
}
