import { type RefCallback, useCallback } from 'react';

/**
 * Publishes an element's height as a custom property of the document, so that elements fixed to the same edge
 * can leave space for it.
 */
export function useSharedHeight(property: `--${string}`): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (element === null) return;
      const { style } = document.documentElement;
      const publish = () => style.setProperty(property, `${element.offsetHeight}px`);
      const observer = new ResizeObserver(publish);
      publish();
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(property);
      };
    },
    [property],
  );
}
