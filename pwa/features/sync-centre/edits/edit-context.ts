import type { Discard } from '../discard/use-discard.ts';
import type { findBlockers } from '../model/centre-model.ts';
import type { Centre } from '../model/read-centre.ts';
import type { Surroundings } from './edit-status.ts';

/** The data that edit cards need besides their own row. */
export interface EditContext extends Pick<Surroundings, 'isOnline' | 'hasSession' | 'now'> {
  readonly blockedBy: ReturnType<typeof findBlockers>;
  readonly centre: Centre;
  readonly discard: Discard;
}
