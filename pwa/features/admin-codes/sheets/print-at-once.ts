import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as v from 'valibot';

const PrintAtOnce = v.object({ isPrinted: v.literal(true) });

/** What the form that draws codes passes to the page of their batch, so that it opens the print dialog. */
export const printAtOnce: v.InferOutput<typeof PrintAtOnce> = { isPrinted: true };

/** Calls `print` once it is given, if the page was opened with {@link printAtOnce}; not again after Back or a reload. */
export function usePrintAtOnce(print: (() => void) | null): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isDue = print !== null && v.is(PrintAtOnce, state);
  useEffect(() => {
    if (!isDue) return;
    navigate(pathname + search, { replace: true, state: null });
    print();
  }, [isDue, print, navigate, pathname, search]);
}
