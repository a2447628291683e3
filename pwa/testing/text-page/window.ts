import type { OutboxRow } from '#pwa/store/database/rows.ts';

/** The interface of the text editor's page for tests. */
export interface TextPageWindow {
  /** All values that the editor has emitted since the last text was opened. */
  readonly reported: string[];
  /** Opens another lesson. */
  open(html: string): void;
  /** Replaces the lesson's text from outside. */
  replaceText(html: string): void;
  flush(): void;
  /**
   * Parses HTML without showing it: returns unknown markup, and each block as it is written after an edit.
   */
  read(html: string): { unknown: string[]; written: { type: string; source: string; html: string }[] };
  /** Shows a conflict in place of the editor. */
  showConflict(row: OutboxRow): void;
}

declare global {
  interface Window {
    textPage: TextPageWindow;
  }
}
