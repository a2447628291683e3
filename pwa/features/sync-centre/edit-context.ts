import type { findBehind } from './centre-model.ts';
import type { Surroundings } from './edit-standing.ts';
import type { Centre } from './read-centre.ts';
import type { Discard } from './use-discard.ts';

/** The data that edit cards need besides their own row. */
export interface EditContext extends Pick<Surroundings, 'isOnline' | 'hasSession' | 'now'> {
  readonly behind: ReturnType<typeof findBehind>;
  readonly centre: Centre;
  readonly discard: Discard;
}
