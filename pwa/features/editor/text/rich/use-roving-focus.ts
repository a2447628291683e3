import { type KeyboardEvent, useState } from 'react';

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * Makes a toolbar a single tab stop: arrow keys, Home and End move between its buttons, which are identified
 * by `data-item`. `tabIndexOf` is 0 for the button that the Tab key reaches: the last one with the focus, or the
 * first of `ids` when that one is gone.
 */
export function useRovingFocus(ids: readonly string[]) {
  const [lastId, setLastId] = useState<string | null>(null);
  const currentId = lastId !== null && ids.includes(lastId) ? lastId : ids[0];
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
  const onFocus = (id: string) => () => setLastId(id);
  return { onKeyDown, onFocus, tabIndexOf: (id: string) => (id === currentId ? 0 : -1) };
}
