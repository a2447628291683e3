import { useDeferredValue, useEffect, useRef } from 'react';

interface FindableTextProps {
  /** The text of the closed part, for the browser's find-in-page. */
  text: string;
  /** Called when find-in-page matches the text and the part must be opened. */
  onFound: () => void;
}

const NOT_YET = '';

/**
 * Makes the titles of a closed module available to the browser's find-in-page, in one element without layout
 * that screen readers skip. A browser without `until-found` hides it.
 */
export function FindableText({ text, onFound }: FindableTextProps) {
  const element = useRef<HTMLParagraphElement>(null);
  const latest = useRef(onFound);
  // Deferred, so that it does not delay opening the page.
  const shown = useDeferredValue(text, NOT_YET);
  useEffect(() => {
    latest.current = onFound;
  });
  useEffect(() => {
    const found = () => latest.current();
    const { current } = element;
    // React supports `hidden` only as a boolean.
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
