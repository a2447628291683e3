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
}

declare global {
  interface Window {
    textPage: TextPageWindow;
  }
}
