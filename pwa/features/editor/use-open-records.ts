import { useCallback, useMemo, useState } from 'react';

export interface OpenRecords {
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Opens these, and leads the eye and the focus to the last of them. */
  readonly show: (...ids: string[]) => void;
  /** As `show`, later: for what is only being made. Whoever has gone on from where they are now is left there. */
  readonly showLater: () => (...ids: string[]) => void;
}

/** Which modules and lessons stand open. */
export function useOpenRecords(first: readonly string[]): OpenRecords {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first));
  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const showLater = useCallback(() => {
    const start = document.activeElement;
    return (...ids: string[]) => {
      setOpen((before) => new Set([...before, ...ids]));
      const last = ids.at(-1);
      if (last !== undefined) focusSoon(toggleId(last), { start });
    };
  }, []);
  const show = useCallback((...ids: string[]) => showLater()(...ids), [showLater]);
  return useMemo(
    () => ({ isOpen: (id) => open.has(id), toggle, show, showLater }),
    [open, toggle, show, showLater],
  );
}

/** The id of the button that opens a record: the place to lead the focus to. */
export function toggleId(id: string): string {
  return `record-${id}`;
}

/** On a busy phone a new row takes its time. */
const FOCUS_PATIENCE_MS = 5_000;

interface Leading {
  /** What has the focus now. */
  readonly start?: Element | null;
  /** Where it comes to stand: with what belongs to it in the middle or at the top, or where it is if it is seen there. */
  readonly block?: 'center' | 'start' | 'nearest';
  readonly untilMs?: number;
}

/**
 * Focuses an element once what is being drawn stands; something that is just being made may take a moment.
 * Whoever has gone on from `start` meanwhile, to another field or a menu, keeps the focus there.
 */
export function focusSoon(
  elementId: string,
  {
    start = document.activeElement,
    block = 'center',
    untilMs = performance.now() + FOCUS_PATIENCE_MS,
  }: Leading = {},
): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    // The browser gives the focus to the body when what had it is moved about or taken away.
    if (focused !== start && focused !== document.body) return;
    const element = document.getElementById(elementId);
    if (element !== null) {
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block });
    } else if (performance.now() < untilMs) focusSoon(elementId, { start, block, untilMs });
  });
}
