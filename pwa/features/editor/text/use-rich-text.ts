import { useEffect, useState } from 'react';
import type { RichPane } from './rich-pane.tsx';

/** The rich editor, which comes in a file of its own: it is half of all that admins load. */
export interface RichText {
  readonly RichPane: typeof RichPane;
  readonly listUnknown: (html: string) => readonly string[];
}

/** The rich editor; undefined while it is fetched, null when it cannot be had (offline, never fetched). */
export function useRichText(): RichText | null | undefined {
  const [rich, setRich] = useState<RichText | null>();
  useEffect(() => {
    let isGone = false;
    const take = (value: RichText | null) => {
      if (!isGone) setRich(value);
    };
    import('./rich-pane.tsx').then(take, () => take(null));
    return () => {
      isGone = true;
    };
  }, []);
  return rich;
}
