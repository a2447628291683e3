import { useCallback, useMemo, useState } from 'react';

export interface OpenRecords {
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Opens these, and leads the eye and the focus to the last of them. */
  readonly show: (...ids: string[]) => void;
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
  const show = useCallback((...ids: string[]) => {
    setOpen((before) => new Set([...before, ...ids]));
    const last = ids.at(-1);
    if (last !== undefined) focusSoon(toggleId(last));
  }, []);
  return useMemo(() => ({ isOpen: (id) => open.has(id), toggle, show }), [open, toggle, show]);
}

/** The id of the button that opens a record: the place to lead the focus to. */
export function toggleId(id: string): string {
  return `record-${id}`;
}

/** Focuses an element once what is being drawn stands; something that is just being made may take a moment. */
export function focusSoon(elementId: string, tries = 30): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(elementId);
    if (element !== null) {
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: 'nearest' });
    } else if (tries > 0) focusSoon(elementId, tries - 1);
  });
}
