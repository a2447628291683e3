/** The functions that the page exposes to the bench. Times are in milliseconds. */
export interface QueuePage {
  /** Makes an outbox with this many edits of lessons, or commands with progress. */
  fill(kind: EditKind, count: number): Promise<void>;
  /** Makes one more edit, of another lesson, in the outbox of that length; returns when it is on the disk. */
  edit(kind: EditKind, count: number): Promise<number>;
}

export type EditKind = 'lesson' | 'progress';

declare global {
  interface Window {
    queuePage: QueuePage;
  }
}
