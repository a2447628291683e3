/** Both ways of editing a lesson's text: each is given HTML once and tells of edits. */
export interface TextPaneProps {
  /** The text as it was when the pane was opened. */
  html: string;
  label: string;
  /** Something was typed; `read` answers the whole text as HTML, to the byte where nothing was touched. */
  onEdit: (read: () => string) => void;
  /** The person has gone elsewhere on the page. */
  onLeave: () => void;
}
