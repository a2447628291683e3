import { useSyncExternalStore } from 'react';
import { dismissActionError, getActionError, subscribeActionError } from '../../session/action-error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FloatingNotice } from '../../ui/feedback/floating-notice.tsx';

/** Shows why a user action failed, until it is closed or another action starts. */
export function ActionErrorNotice() {
  const actionError = useSyncExternalStore(subscribeActionError, getActionError);
  if (actionError === null) return null;
  const close = (
    <Button size="sm" onClick={dismissActionError}>
      Close
    </Button>
  );
  return (
    <FloatingNotice tone="bad" actions={close}>
      {actionError}
    </FloatingNotice>
  );
}
