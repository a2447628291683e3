import { type KeyboardEvent, useState } from 'react';

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * Makes a toolbar a single tab stop: arrow keys, Home and End move between its buttons, which are identified
 * by `data-item`. `tabIndexOf` is 0 for the button that the Tab key reaches.
 */
export function useRovingFocus(firstId: string) {
  const [currentId, setCurrentId] = useState(firstId);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')];
    const isMirrored =
      getComputedStyle(event.currentTarget).direction === 'rtl' && event.key.startsWith('Arrow');
    const index = items.findIndex((item) => item.matches(':focus'));
    const next = isMirrored
      ? items.length - 1 - step(items.length - 1 - index, items.length)
      : step(index, items.length);
    event.preventDefault();
    items[next]?.focus();
  };
  const onFocus = (id: string) => () => setCurrentId(id);
  return { onKeyDown, onFocus, tabIndexOf: (id: string) => (id === currentId ? 0 : -1) };
}
