import * as v from 'valibot';
import { usePrivateQuery } from '../session/use-private-query.ts';
import { useUserId } from '../session/use-user-id.ts';
import { findDraft } from '../store/drafts.ts';
import type { OutboxRow } from '../store/rows.ts';
import { conflictDraftId, decideConflict } from '../sync/decide.ts';
import { keepDraft } from '../sync/keep-draft.ts';
import { Choices, noChoices } from './choices.ts';
import { ConflictCard } from './conflict-card.tsx';

/** An edit of the outbox that is in conflict, with the choices made here so far. */
export function UnsentConflict({ row }: { row: OutboxRow }) {
  const { id } = row;
  const userId = useUserId();
  const kept = usePrivateQuery(
    async (store) => ({ value: await findDraft(store, conflictDraftId(id)) }),
    [id],
  );
  if (!kept) return null;
  const parsed = v.safeParse(Choices, kept.value);
  return (
    <ConflictCard
      row={row}
      first={parsed.success ? parsed.output : noChoices}
      onChoose={(choices) => keepDraft(userId, conflictDraftId(id), choices)}
      onDecide={(decision) => decideConflict(id, decision)}
    />
  );
}
