import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

const PAGE = 'page';

/** The page of a list in the URL, zero-based, so that a reload and a back navigation show the same one. */
export function useAddressPage(): [page: number, turn: (page: number) => void] {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(0, Math.trunc(Number(query.get(PAGE)) || 1) - 1);
  const turn = useCallback(
    (to: number) => {
      // The address bar's, because what was just typed may be in there and not yet rendered.
      const address = new URLSearchParams(location.search);
      address.delete(PAGE);
      if (to > 0) address.set(PAGE, String(to + 1));
      setQuery(address);
    },
    [setQuery],
  );
  return [page, turn];
}
