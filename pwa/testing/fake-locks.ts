type Work<T> = (lock: { name: string } | null) => Promise<T> | T;
interface LockOptions {
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}

/** Web Locks, the exclusive kind: one holder per name, the others in a queue. */
export function createLocks() {
  const tails = new Map<string, Promise<unknown>>();

  async function request<T>(
    name: string,
    ...rest: [work: Work<T>] | [options: LockOptions, work: Work<T>]
  ): Promise<T> {
    const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
    if (options.ifAvailable && tails.has(name)) return work(null);
    const turn = (tails.get(name) ?? Promise.resolve()).then(async () => {
      options.signal?.throwIfAborted();
      return work({ name });
    });
    const tail = turn.catch(() => undefined).finally(() => tails.get(name) === tail && tails.delete(name));
    tails.set(name, tail);
    return turn;
  }

  return { request };
}
