import { useSyncExternalStore } from 'react';
import { dismissMishap, getMishap, subscribeMishap } from '../session/mishap.ts';
import { Button } from '../ui/button.tsx';
import { FloatingNotice } from '../ui/floating-notice.tsx';

/** Shows why a user action failed, until it is closed or another action starts. */
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
