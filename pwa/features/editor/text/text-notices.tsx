import { createPortal } from 'react-dom';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';

/** The number of parts that the notice names; a longer list would not be read. */
const NAMED = 5;

/** Says why a text was opened as source. */
export function UnknownNotice({ unknown }: { unknown: readonly string[] }) {
  const named = unknown.slice(0, NAMED).join(', ');
  const others = unknown.length - NAMED;
  return (
    <Notice title="Opened as HTML source, so that nothing is lost">
      The rich editor does not know {named}
      {others > 0 && ` and ${others} more`}. Here you can change everything.
    </Notice>
  );
}

/** Shown when the rich editor could not be downloaded. */
export function PlainTextNotice() {
  return (
    <Notice tone="wait" title="The rich editor is not on this device yet">
      It comes with the next connection. Until then the text can be changed as HTML source.
    </Notice>
  );
}

interface SwitchDialogProps {
  onSwitch: () => void;
  onClose: () => void;
}

/** Shown before a text with unknown parts is opened as rich text. */
export function SwitchDialog({ onSwitch, onClose }: SwitchDialogProps) {
  const actions = (
    <>
      <Button onClick={onClose}>Stay with the source</Button>
      <Button variant="primary" onClick={onSwitch}>
        Edit as rich text
      </Button>
    </>
  );
  return createPortal(
    <Dialog isOpen title="Edit this text as rich text?" onClose={onClose} actions={actions}>
      <p>
        The parts that the rich editor does not know stay as they are, as fixed blocks: you can move or delete
        them there, and change them in the HTML source only. Nothing is lost by switching, and you can come
        back at any time.
      </p>
    </Dialog>,
    document.body,
  );
}
