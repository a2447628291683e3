import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressText } from '#pwa/ui/lists/use-address-text.ts';
import { Role } from '#schema/account/user.ts';
import type { UserFilter } from './users-model.ts';

const SEARCH = 'search';
const ROLE = 'role';

/**
 * Search and role in the URL, so that a reload and a back navigation list the same users. Choosing returns to the
 * first page.
 */
export function useUserFilter(): [filter: UserFilter, choose: (next: UserFilter) => void] {
  const [query] = useSearchParams();
  const { text, type, set } = useAddressText(SEARCH);
  const parsed = v.safeParse(Role, query.get(ROLE));
  const role = parsed.success ? parsed.output : 'all';
  const choose = (next: UserFilter) => {
    const address = new URLSearchParams();
    if (next.text.trim() !== '') address.set(SEARCH, next.text);
    if (next.role !== 'all') address.set(ROLE, next.role);
    if (next.text === text) set(text, address);
    else type(next.text, address);
  };
  return [useMemo(() => ({ text, role }), [text, role]), choose];
}
