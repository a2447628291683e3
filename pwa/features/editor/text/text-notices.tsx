import { createPortal } from 'react-dom';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';

/** The number of parts that the notice names; a longer list would not be read. */
const NAMED = 5;

/** Says why a text was opened as source. */
export function UnknownNotice({ unknown }: { unknown: readonly string[] }) {
  const named = unknown.slice(0, NAMED).join(', ');
  const others = unknown.length - NAMED;
  return (
    <Notice title="Opened as HTML source to preserve all content">
      The rich editor does not support {named}
      {others > 0 && ` and ${others} more`}. You can edit everything here.
    </Notice>
  );
}

/** Shown when the rich editor could not be downloaded. */
export function PlainTextNotice() {
  return (
    <Notice tone="wait" title="The rich editor is not downloaded yet">
      It downloads when you are connected. Until then, edit the HTML source.
    </Notice>
  );
}

interface SwitchDialogProps {
  onSwitch: () => void;
  onClose: () => void;
}

/** Shown before a text with unknown parts is opened as rich text. */
export function SwitchDialog({ onSwitch, onClose }: SwitchDialogProps) {
  return createPortal(
    <ConfirmDialog
      title="Edit this text as rich text?"
      cancel="Keep HTML source"
      action="Edit as rich text"
      isSafe
      onConfirm={onSwitch}
      onCancel={onClose}
    >
      <p>
        Unsupported parts become fixed blocks: you can move or delete them in the rich editor and edit them in
        the HTML source. Switching loses nothing, and you can switch back at any time.
      </p>
    </ConfirmDialog>,
    document.body,
  );
}
