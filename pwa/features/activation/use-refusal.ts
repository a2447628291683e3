import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { messages } from '#schema/messages.ts';
import { tabDraft } from '../../device/form-draft.ts';
import { useAttended } from '../../session/use-attended.ts';
import type { OutboxRow } from '../../store/outbox.ts';
import { isLookedAt, watchAttention } from '../../sync/attention.ts';
import { discardCommand } from '../../sync/outbox.ts';

const Refusal = v.object({ code: v.string(), problem: v.string() });
const refusalAt = (place: string) => tabDraft(`carrel.code-refusal/${place}`, Refusal);

/**
 * The refusal of a code, once the user has it in front of them: then it leaves the outbox, and with it the
 * sync centre, and stays beside the field for as long as the tab. One that comes while the user is elsewhere
 * stays in the outbox, and every page says that something needs them.
 *
 * @param place names the field, so that a reload shows the refusal where it was
 * @param row the command that this screen follows, and `code` what was entered in it
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
      if (!isLookedAt()) return;
      refusalAt(place).write({ code, problem });
      setRefusal({ code, problem });
      // Where the device has no room for that, the row stays and says the same.
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
