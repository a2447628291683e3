import { UnsentConflict } from '../../../conflict/unsent-conflict.tsx';
import type { OutboxRow } from '../../../store/outbox.ts';

/** Both versions of an edit that met somebody else's, to be compared and decided. */
export function EditConflict({ row }: { row: OutboxRow }) {
  return <UnsentConflict row={row} />;
}
