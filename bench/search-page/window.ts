/** What the page lets the bench do. Times are in milliseconds. */
export interface SearchPage {
  /** Makes the index over the lessons; answers how long it took, and how long taking the kept one up again. */
  fill(lessons: readonly SearchedLesson[]): Promise<{ makeMs: number; loadMs: number }>;
  /** Looks for words as the screen does, with excerpts, and bare: in each text from beginning to end. */
  search(words: string): { oursMs: number; bareMs: number; count: number };
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
