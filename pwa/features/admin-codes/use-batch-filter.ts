import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import type { BatchFilter } from './codes-model.ts';

const COURSE = 'course';
const STATE = 'state';
const State = v.picklist(['waiting', 'open', 'usedUp', 'expired', 'revoked']);

/** Course and state in the URL, so that a reload and a back navigation list the same batches. */
export function useBatchFilter(): [filter: BatchFilter, choose: (next: BatchFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const state = v.safeParse(State, query.get(STATE));
  const filter = { courseId: query.get(COURSE), state: state.success ? state.output : null };
  const choose = (next: BatchFilter) => {
    const address = new URLSearchParams();
    if (next.courseId !== null) address.set(COURSE, next.courseId);
    if (next.state !== null) address.set(STATE, next.state);
    setQuery(address, { replace: true, state: { keepScroll: true } });
  };
  return [filter, choose];
}
