import { useCallback } from 'react';
import { useObservablePart } from '#pwa/ui/use-observable.ts';
import { useEditorContext } from './editor-context.tsx';

/** A ref for the element of a part of the page, which the outline marks while it is in view. */
export function useInViewRef(id: string): (element: Element | null) => (() => void) | undefined {
  const { inView } = useEditorContext();
  return useCallback((element) => (element === null ? undefined : inView.observe(element, id)), [inView, id]);
}

/** Whether a part is in view. Renders the caller only when that changes. */
export function useIsInView(id: string): boolean {
  const { inView } = useEditorContext();
  return useObservablePart(inView.current, (current) => current === id);
}
