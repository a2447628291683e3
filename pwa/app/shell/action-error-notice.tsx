import { actionError, dismissActionError } from '../../session/action-error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FloatingNotice } from '../../ui/feedback/floating-notice.tsx';
import { useObservable } from '../../ui/use-observable.ts';

/** Shows why a user action failed, until it is closed or another action starts. */
export function ActionErrorNotice() {
  const message = useObservable(actionError);
  if (message === null) return null;
  const close = (
    <Button size="sm" onClick={dismissActionError}>
      Close
    </Button>
  );
  return (
    <FloatingNotice tone="bad" actions={close}>
      {message}
    </FloatingNotice>
  );
}
