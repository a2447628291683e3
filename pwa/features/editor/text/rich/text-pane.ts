import type { Ref } from 'react';

/** The props of both panes: each receives HTML once and reports edits. */
export interface TextPaneProps {
  /** The text as it was when the pane was opened. */
  html: string;
  label: string;
  about: string;
  /** Called on typing; `read` returns the whole text as HTML, byte-identical where it was not changed. */
  onEdit: (read: () => string) => void;
  /** Called when the focus leaves the pane. */
  onLeave: () => void;
  /** The position at which to focus the caret; null does not move the focus. */
  caret: number | null;
  ref: Ref<TextPaneHandle>;
}

export interface TextPaneHandle {
  /** The caret position in the pane's own units; null while the focus is elsewhere. */
  caret(): number | null;
  /**
   * Applies external text with the same meaning, such as the server's serialisation, without a visible
   * change. Returns false if the meaning differs.
   */
  applyExternal(html: string): boolean;
}
