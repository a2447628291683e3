type Work<T> = (lock: { name: string } | null) => Promise<T> | T;
interface LockOptions {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
  readonly signal?: AbortSignal;
}
interface Holder {
  /** Another tab takes the lock: the request is rejected, and its work goes on without the lock. */
  lose(): void;
}

/** Exclusive Web Locks of one browser, which can be stolen and waited for with a signal. */
export function createWebLocks() {
  const holders = new Map<string, Holder>();
  const queues = new Map<string, (() => void)[]>();

  const startNext = (name: string) => queues.get(name)?.shift()?.();

  function hold<T>(name: string, work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const holder = { lose: () => reject(new DOMException('The lock was stolen', 'AbortError')) };
      holders.set(name, holder);
      const release = () => {
        if (holders.get(name) !== holder) return;
        holders.delete(name);
        startNext(name);
      };
      Promise.resolve()
        .then(() => work({ name }))
        .finally(release)
        .then(resolve, reject);
    });
  }

  function wait<T>(name: string, work: Work<T>, signal: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        hold(name, work).then(resolve, reject);
      };
      const giveUp = () => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp);
      queue.push(start);
    });
  }

  async function request<T>(
    name: string,
    ...rest: [work: Work<T>] | [options: LockOptions, work: Work<T>]
  ): Promise<T> {
    const [{ ifAvailable = false, steal = false, signal }, work] = rest.length === 1 ? [{}, rest[0]] : rest;
    signal?.throwIfAborted();
    const holder = holders.get(name);
    if (steal) holder?.lose();
    if (holder === undefined || steal) return hold(name, work);
    return ifAvailable ? work(null) : wait(name, work, signal);
  }

  return { request };
}
