import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from './notice.tsx';

interface RestoredNoticeProps {
  onStartAfresh: () => void;
  /** Says which text was restored, and where it was stored. */
  children: ReactNode;
}

/** Says that a form contains restored text, which another user may have typed, and offers to clear it. */
export function RestoredNotice({ onStartAfresh, children }: RestoredNoticeProps) {
  return (
    <Notice
      tone="info"
      actions={
        <Button size="sm" onClick={onStartAfresh}>
          Clear the form
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
