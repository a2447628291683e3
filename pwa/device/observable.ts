/** A value that can be read at any time and that reports its changes. */
export interface Readable<Value> {
  /** Returns the same value, or the same object, until something changes. */
  get(): Value;
  /** Returns the value with which a page was rendered by the server; without it, the current one. */
  first?(): Value;
  /** Calls `listener` after each change. Returns a function that stops. */
  subscribe(listener: () => void): () => void;
}

/** Calls listeners in the order in which they were added. */
export class Signal<Value = void> {
  readonly #listeners = new Set<(value: Value) => void>();

  /** Calls `listener` at each {@link emit}. Returns a function that stops. */
  readonly subscribe = (listener: (value: Value) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  emit(value: Value): void {
    for (const listener of this.#listeners) listener(value);
  }
}

/** A current value with listeners. Export it as {@link Readable}: only its own module sets it. */
export class Observable<Value> implements Readable<Value> {
  readonly #first: Value;
  #value: Value;
  readonly #changes = new Signal();
  readonly subscribe = this.#changes.subscribe;

  constructor(first: Value) {
    this.#first = first;
    this.#value = first;
  }

  readonly first = (): Value => this.#first;

  readonly get = (): Value => this.#value;

  /** Notifies the listeners, unless the value is the one before. */
  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#changes.emit();
  }
}
