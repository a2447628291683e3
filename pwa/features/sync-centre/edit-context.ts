import type { findBehind } from './centre-model.ts';
import type { Surroundings } from './edit-standing.ts';
import type { Centre } from './read-centre.ts';
import type { Discard } from './use-discard.ts';

/** What every card of an unsent edit needs to know besides its own row. */
export interface EditContext extends Pick<Surroundings, 'isOnline' | 'hasSession' | 'now'> {
  readonly behind: ReturnType<typeof findBehind>;
  readonly centre: Centre;
  readonly discard: Discard;
}
