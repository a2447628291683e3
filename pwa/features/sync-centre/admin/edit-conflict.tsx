import { ConflictCard } from '../../../conflict/conflict-card.tsx';
import type { OutboxRow } from '../../../store/outbox.ts';
import { decideConflict } from '../../../sync/decide.ts';

/** Both versions of an edit that met somebody else's, to be compared and decided. */
export function EditConflict({ row }: { row: OutboxRow }) {
  return <ConflictCard row={row} onDecide={(decision) => decideConflict(row.id, decision)} />;
}
