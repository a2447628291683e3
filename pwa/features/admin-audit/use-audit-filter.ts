import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AuditFilter } from './audit-model.ts';

const COURSE = 'course';
const PERSON = 'person';

/** The filter in the URL, so that a reload and a back navigation list the same entries. */
export function useAuditFilter(): [filter: AuditFilter, choose: (next: AuditFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const courseId = query.get(COURSE);
  const userId = query.get(PERSON);
  const filter = useMemo(() => ({ courseId, userId }), [courseId, userId]);
  const choose = (next: AuditFilter) => {
    const address = new URLSearchParams();
    if (next.courseId !== null) address.set(COURSE, next.courseId);
    if (next.userId !== null) address.set(PERSON, next.userId);
    setQuery(address, { replace: true, state: { keepScroll: true } });
  };
  return [filter, choose];
}
