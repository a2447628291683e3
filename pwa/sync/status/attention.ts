/**
 * Calls back when the page becomes visible again, and when the worker reports that the connection is back.
 */
export function watchAttention(onAttention: () => void): () => void {
  const onVisible = () => {
    if (isPageVisible()) onAttention();
  };
  globalThis.addEventListener?.('focus', onAttention);
  globalThis.addEventListener?.('pageshow', onAttention);
  globalThis.document?.addEventListener('visibilitychange', onVisible);
  return () => {
    globalThis.removeEventListener?.('focus', onAttention);
    globalThis.removeEventListener?.('pageshow', onAttention);
    globalThis.document?.removeEventListener('visibilitychange', onVisible);
  };
}

export function isPageVisible(): boolean {
  return globalThis.document?.visibilityState !== 'hidden';
}
