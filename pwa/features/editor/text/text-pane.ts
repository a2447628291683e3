import type { Ref } from 'react';

/** Both ways of editing a lesson's text: each is given HTML once and tells of edits. */
export interface TextPaneProps {
  /** The text as it was when the pane was opened. */
  html: string;
  label: string;
  about: string;
  /** Something was typed; `read` answers the whole text as HTML, to the byte where nothing was touched. */
  onEdit: (read: () => string) => void;
  /** The person has gone elsewhere on the page. */
  onLeave: () => void;
  /** Where to put the caret, and with it the focus; null leaves the focus where it is. */
  caret: number | null;
  ref: Ref<TextPaneHandle>;
}

export interface TextPaneHandle {
  /** Where the caret is, in a count of the pane's own; null while the focus is elsewhere. */
  caret(): number | null;
  /**
   * Takes up a text from outside that says the same in other words, as the server writes it: nothing is
   * seen of it, nothing is disturbed. False when it says something else.
   */
  takeUp(html: string): boolean;
}
