import * as v from 'valibot';
import { usePrivateQuery } from '../session/queries/use-private-query.ts';
import { useUserId } from '../session/use-user-id.ts';
import { findDraft } from '../store/account/drafts.ts';
import type { OutboxRow } from '../store/database/rows.ts';
import { conflictDraftId, decideConflict } from '../sync/conflicts/decide.ts';
import { saveDraft } from '../sync/outbox/save-draft.ts';
import { Choices, noChoices } from './choices.ts';
import { ConflictCard } from './conflict-card.tsx';

/** An edit of the outbox that is in conflict, with the choices made here so far. */
export function UnsentConflict({ row }: { row: OutboxRow }) {
  const { id } = row;
  const userId = useUserId();
  const draft = usePrivateQuery(
    async (store) => ({ value: await findDraft(store, conflictDraftId(id)) }),
    [id],
  );
  if (!draft) return null;
  const parsed = v.safeParse(Choices, draft.value);
  return (
    <ConflictCard
      row={row}
      first={parsed.success ? parsed.output : noChoices}
      onChoose={(choices) => saveDraft(userId, conflictDraftId(id), choices)}
      onDecide={(decision) => decideConflict(id, decision)}
    />
  );
}
