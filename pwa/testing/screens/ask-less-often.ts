/** The function of Testing Library that a wait calls after each change of the document, and every 50 ms. */
const CHECK = 'checkRealTimersCallback';
const TURNS_MAX = 8;

/**
 * Makes waits ask after 50, 100, 200 and 400 ms, and then every 400 ms. A change of the document still asks at once; the
 * clock is for what happens outside of it, and on a busy machine its checks took a sixth of the time of the tests.
 */
export function askLessOften(): void {
  const { setInterval } = globalThis;
  const replaced = <Values extends unknown[]>(
    callback: (...values: Values) => void,
    ms?: number,
    ...values: Values
  ) => {
    if (callback.name !== CHECK) return setInterval(callback, ms, ...values);
    let turn = 0;
    let next = 1;
    return setInterval(() => {
      turn += 1;
      if (turn < next) return;
      next = turn + Math.min(turn, TURNS_MAX);
      callback(...values);
    }, ms);
  };
  Object.assign(globalThis, { setInterval: replaced });
}
