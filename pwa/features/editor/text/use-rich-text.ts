import { useEffect, useState } from 'react';
import type { RichPane } from './rich/rich-pane.tsx';

/** The rich editor, a chunk of its own: it is half of the code that admins load. */
export interface RichText {
  readonly RichPane: typeof RichPane;
  readonly listUnknown: (html: string) => readonly string[];
}

/** The rich editor; undefined while it is loading, null if it is unavailable (offline and never loaded). */
export function useRichText(): RichText | null | undefined {
  const [rich, setRich] = useState<RichText | null>();
  useEffect(() => {
    let isUnmounted = false;
    const take = (value: RichText | null) => {
      if (!isUnmounted) setRich(value);
    };
    import('./rich/rich-pane.tsx').then(take, () => take(null));
    return () => {
      isUnmounted = true;
    };
  }, []);
  return rich;
}
