declare global {
  interface Window {
    /** Shows another lesson; resolves to the milliseconds until it is painted. */
    turnLesson(html: string): Promise<number>;
  }
}

export {};
