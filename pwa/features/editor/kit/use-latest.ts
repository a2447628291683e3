import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a stable function that returns the value of the last render, for event handlers. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
