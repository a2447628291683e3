/** A lesson that is only opened is not begun: it is read for this long, or to the middle of its page. */
export const READ_MS = 20_000;
const TICK_MS = 1_000;

/** Calls `onRead` once when the page was visible for 20 s in all, or was scrolled to its middle. Returns a function that stops. */
export function whenRead(onRead: () => void): () => void {
  let visibleMs = 0;
  const end = () => {
    stop();
    onRead();
  };
  const look = () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (scrollY > 0 && scrollY >= (scrollHeight - clientHeight) / 2) end();
  };
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') visibleMs += TICK_MS;
    if (visibleMs >= READ_MS) end();
  }, TICK_MS);
  const stop = () => {
    clearInterval(timer);
    removeEventListener('scroll', look);
  };
  addEventListener('scroll', look, { passive: true });
  return stop;
}
