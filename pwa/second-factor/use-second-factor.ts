import { useCallback, useEffect, useState } from 'react';
import type { SecondFactorStatus } from '#schema/account/second-factor.ts';
import { secondFactorEndpoints } from '#schema/endpoints/second-factor-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { call } from '../api/call.ts';
import { sentenceOf } from '../api/sentence.ts';
import { useIsOnline } from '../session/use-is-online.ts';

/** The status on the server; fetched when the section is opened, and when there is a connection again. */
export function useSecondFactor() {
  const [status, setStatus] = useState<SecondFactorStatus | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isOnline = useIsOnline();
  const refresh = useCallback(() => {
    setFailure(null);
    call(secondFactorEndpoints.getSecondFactor).then(setStatus, (error: unknown) =>
      setFailure(sentenceOf(error, messages.attemptFailed)),
    );
  }, []);
  useEffect(() => {
    if (isOnline) refresh();
  }, [isOnline, refresh]);
  return { status, failure: isOnline ? failure : null, refresh };
}
