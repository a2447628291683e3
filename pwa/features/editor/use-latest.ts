import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that returns the value of the last render, and is itself the same for ever: for event handlers. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
