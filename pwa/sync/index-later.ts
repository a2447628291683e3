/** Whatever somebody waits for at the start comes first. */
const INDEX_AFTER_MS = 3_000;

/** Begins to keep the search indexes in a while; their code is not fetched before. Returns the way to stop. */
export function indexLater(): () => void {
  let isStopped = false;
  let stop = () => {};
  const begin = async () => {
    const { startIndexing } = await import('../search/keep-indexes.ts');
    if (!isStopped) stop = startIndexing();
  };
  // Without the code there is no index: who searches needs it too, and is told.
  const timer = setTimeout(() => void begin().catch(() => undefined), INDEX_AFTER_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop();
  };
}
