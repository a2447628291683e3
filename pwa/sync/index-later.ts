/** Work that the user waits for at the start has priority. */
const INDEX_AFTER_MS = 3_000;

/**
 * Starts to maintain the search indexes after a delay; their code is not downloaded before. Returns a
 * function that stops.
 */
export function indexLater(): () => void {
  let isStopped = false;
  let stop = () => {};
  const begin = async () => {
    const { startIndexing } = await import('../search/start-indexing.ts');
    if (!isStopped) stop = startIndexing();
  };
  // Without the code there is no index; the search needs the same code and shows the error.
  const timer = setTimeout(() => void begin().catch(() => undefined), INDEX_AFTER_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop();
  };
}
