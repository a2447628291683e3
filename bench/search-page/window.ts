/** The functions that the page exposes to the bench. Times are in milliseconds. */
export interface SearchPage {
  /** Indexes the lessons. Returns the duration, and that of reloading the stored index. */
  fill(lessons: readonly SearchedLesson[]): Promise<{ makeMs: number; loadMs: number }>;
  /** Searches for terms as the screen does, with excerpts, and by a plain scan of each whole text. */
  search(query: string): { oursMs: number; bareMs: number; count: number };
}

export interface SearchedLesson {
  readonly id: string;
  readonly title: string;
  readonly words: string;
}

declare global {
  interface Window {
    searchPage: SearchPage;
  }
}
