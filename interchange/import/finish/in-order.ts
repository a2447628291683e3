/**
 * Yields what `work` returns for each item, in their order, while it works on the next ones: up to `atOnce` of them at
 * a time. Throws what `work` throws for the first item for which it does.
 */
export async function* workInOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = [];
  for (const item of items) {
    const next = work(item);
    // The promise is awaited later. Without this handler, a rejection before that would count as unhandled.
    next.catch(() => undefined);
    begun.push(next);
    if (begun.length < atOnce) continue;
    const [first] = begun.splice(0, 1);
    if (first !== undefined) yield await first;
  }
  for (const one of begun) yield await one;
}

/** Runs what it is given one after the other, in the order in which it was given. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}
