import { useState } from 'react';
import { storeBlocked } from '../store/database/blocked.ts';
import { Button } from '../ui/controls/button.tsx';
import { FloatingNotice } from '../ui/feedback/floating-notice.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { useUpdate } from './use-update.ts';

/** Notices about app versions. */
export function UpdateNotice() {
  const isBlocked = useObservable(storeBlocked);
  return isBlocked ? <OtherTabHoldsOn /> : <NewVersion />;
}

/** Offers the new version that is ready. */
function NewVersion() {
  const { isReady, apply } = useUpdate();
  const [isPutOff, setIsPutOff] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (!isReady || isPutOff) return null;
  const update = () => {
    setIsBusy(true);
    apply();
  };
  return (
    <FloatingNotice
      tone="info"
      title="Update available"
      actions={
        <>
          <Button variant="primary" size="sm" isBusy={isBusy} onClick={update}>
            Update
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setIsPutOff(true)}>
            Later
          </Button>
        </>
      }
    >
      The page reloads once. Downloads, drafts and unsent edits stay on this device.
    </FloatingNotice>
  );
}

/** A tab of an older version that stays open blocks this one from all data on the device. */
function OtherTabHoldsOn() {
  return (
    <FloatingNotice tone="wait" title="Carrel is open in another tab">
      The other tab uses an older version. Close or reload it to continue here. Nothing is lost.
    </FloatingNotice>
  );
}
