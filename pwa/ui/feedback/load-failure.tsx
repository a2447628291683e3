import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailureProps {
  /** The screen's own message, such as 'Error fetching courses'. */
  sentence: string;
  /** Why the load failed, as a sentence; shown only if it adds something to `sentence`. */
  problem: string | null;
  /** The data that is available on the device instead, and what is safe. */
  children?: ReactNode;
  /** Links to other screens, beside Try Again. */
  actions?: ReactNode;
}

/**
 * 'Something went wrong' with Try Again, which reloads the page: for a screen that has nothing to show (spec
 * map, section 8).
 */
export function LoadFailure({ sentence, problem, children, actions }: LoadFailureProps) {
  return (
    <Notice
      tone="bad"
      title="Something went wrong"
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            Try Again
          </Button>
          {actions}
        </>
      }
    >
      <p>{sentence}</p>
      {problem !== null && problem !== sentence && <p>{problem}</p>}
      {children}
    </Notice>
  );
}
