import { actionError, dismissActionError } from '#pwa/session/action-error.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { FloatingNotice } from '#pwa/ui/feedback/floating-notice.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';

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
