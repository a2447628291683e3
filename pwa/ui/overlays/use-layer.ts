import { useEffectEvent, useLayoutEffect } from 'react';
import { openLayer } from './layers.ts';

/** While open, Back calls `onClose` instead of leaving the page. */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => (isOpen ? openLayer(() => close()) : undefined), [isOpen]);
}
