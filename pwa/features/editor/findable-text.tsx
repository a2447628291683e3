import { useDeferredValue, useEffect, useRef } from 'react';

interface FindableTextProps {
  /** What the closed part holds, for the browser's own search in the page. */
  text: string;
  /** The search has found something in it: the part has to be opened. */
  onFound: () => void;
}

const NOT_YET = '';

/**
 * Keeps the titles of a closed module within reach of the browser's search, in one element that is neither laid
 * out nor read out. A browser that does not know `until-found` hides it.
 */
export function FindableText({ text, onFound }: FindableTextProps) {
  const element = useRef<HTMLParagraphElement>(null);
  const latest = useRef(onFound);
  // Opening the page does not wait for it.
  const shown = useDeferredValue(text, NOT_YET);
  useEffect(() => {
    latest.current = onFound;
  });
  useEffect(() => {
    const found = () => latest.current();
    const { current } = element;
    // React knows `hidden` as a boolean only.
    current?.setAttribute('hidden', 'until-found');
    current?.addEventListener('beforematch', found);
    return () => current?.removeEventListener('beforematch', found);
  }, []);
  return (
    <p ref={element} hidden>
      {shown}
    </p>
  );
}
