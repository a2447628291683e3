import type { OutboxRow } from '../../store/rows.ts';
import type { Decision } from '../../sync/decide.ts';

/** What the page of the text editor lets a test do and see. */
export interface TextPageWindow {
  /** Everything that the editor has told since the last text was opened. */
  readonly told: string[];
  /** Opens another lesson. */
  open(html: string): void;
  /** The same lesson gets another text from outside. */
  bring(html: string): void;
  flush(): void;
  /** Reads HTML without showing it: what is unknown, and each block as it is written after an edit. */
  read(html: string): { unknown: string[]; written: { type: string; source: string; html: string }[] };
  /** Shows an edit that met somebody else's, in the place of the editor. */
  showConflict(row: OutboxRow): void;
  /** What was decided, in order. The first decision of a row cannot be kept when `isFull`. */
  readonly decided: Decision[];
  isFull: boolean;
}

declare global {
  interface Window {
    textPage: TextPageWindow;
  }
}
