import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { useAttended } from '#pwa/session/use-attended.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { discardCommand } from '#pwa/sync/outbox/outbox.ts';
import { isPageVisible, watchAttention } from '#pwa/sync/status/attention.ts';
import { messages } from '#schema/messages/messages.ts';

const Refusal = v.object({ code: v.string(), problem: v.string() });
const refusalAt = (place: string) => tabDraft(`carrel.code-refusal/${place}`, Refusal);

/**
 * Shows the refusal of a code. Once the user has seen it, it leaves the outbox and the sync centre, and stays
 * beside the field until the tab is closed. Until then it stays in the outbox, and every page shows that it
 * needs a decision.
 *
 * @param place the id of the field, so that a reload shows the refusal again
 * @param row the command that this screen follows
 * @param code the code entered in it
 */
export function useRefusal(place: string, row: OutboxRow | null, code: string) {
  const [refusal, setRefusal] = useState(() => refusalAt(place).read());
  const id = row?.id ?? null;
  const refusedId = row?.state === 'refused' ? row.id : null;
  const problem = row?.lastProblem ?? messages.activationScreenFailed;
  useAttended(id);
  useEffect(() => {
    if (refusedId === null) return;
    const take = () => {
      if (!isPageVisible()) return;
      refusalAt(place).write({ code, problem });
      setRefusal({ code, problem });
      // If this fails, the row stays and shows the same message.
      discardCommand(refusedId).catch(() => undefined);
    };
    take();
    return watchAttention(take);
  }, [place, refusedId, code, problem]);
  const forget = () => {
    refusalAt(place).remove();
    setRefusal(null);
  };
  return { refusal, forget };
}
