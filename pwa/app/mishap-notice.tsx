import { useSyncExternalStore } from 'react';
import { dismissMishap, getMishap, subscribeMishap } from '../session/mishap.ts';
import { Button } from '../ui/button.tsx';
import { FloatingNotice } from '../ui/floating-notice.tsx';

/** Says what failed of something that was pressed on, until it is read or something else is tried. */
export function MishapNotice() {
  const mishap = useSyncExternalStore(subscribeMishap, getMishap);
  if (mishap === null) return null;
  const close = (
    <Button size="sm" onClick={dismissMishap}>
      Close
    </Button>
  );
  return (
    <FloatingNotice tone="bad" actions={close}>
      {mishap}
    </FloatingNotice>
  );
}
