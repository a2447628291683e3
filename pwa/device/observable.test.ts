import { describe, expect, it, vi } from 'vitest';
import { Observable, Signal } from './observable.ts';

describe('Observable', () => {
  it('has its new value when its listeners are called', () => {
    const count = new Observable(0);
    const seen: number[] = [];
    count.subscribe(() => seen.push(count.get()));
    count.set(1);
    count.set(2);
    expect(seen).toEqual([1, 2]);
  });

  it('reports changes only', () => {
    const list = ['one'];
    const lists = new Observable<readonly string[]>(list);
    const listener = vi.fn();
    lists.subscribe(listener);
    lists.set(list);
    expect(listener).not.toHaveBeenCalled();
    lists.set([...list]);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('can be read and subscribed to without its object, as a React hook does', () => {
    const { get, subscribe } = new Observable('first');
    expect(get()).toBe('first');
    expect(subscribe(() => {})()).toBeUndefined();
  });
});

describe('Signal', () => {
  it('passes each value on, in the order of the listeners', () => {
    const signal = new Signal<string>();
    const heard: string[] = [];
    signal.subscribe((value) => heard.push(`one ${value}`));
    signal.subscribe((value) => heard.push(`two ${value}`));
    signal.emit('call');
    expect(heard).toEqual(['one call', 'two call']);
  });

  it('calls no listener that has stopped, even during an emit', () => {
    const signal = new Signal();
    const late = vi.fn();
    let stopLate = () => {};
    signal.subscribe(() => stopLate());
    stopLate = signal.subscribe(late);
    signal.emit();
    expect(late).not.toHaveBeenCalled();
  });
});
