import { UnsentConflict } from '#pwa/conflict/unsent-conflict.tsx';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';

/** Both versions of a conflicting edit, to be compared and resolved. */
export function EditConflict({ row }: { row: OutboxRow }) {
  return <UnsentConflict row={row} />;
}
