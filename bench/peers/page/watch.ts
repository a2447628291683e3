import { nowMs } from './clock.ts';
import type { Lesson } from './window.ts';

export const titleOf = (round: number, index: number) => `Round ${round}, edit ${index}`;
export const isOfRound = (round: number, { title }: Lesson) => title.startsWith(`Round ${round}, `);

/** Waits until as many lessons as expected have an edit of a round, as the store reports its changes. */
export class Watch {
  readonly #round: number;
  readonly #count: number;
  readonly #ids = new Set<string>();
  readonly seenAtMs: Promise<number>;
  #resolve: (atMs: number) => void = () => undefined;

  constructor(round: number, count: number) {
    this.#round = round;
    this.#count = count;
    this.seenAtMs = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  add(lessons: readonly Lesson[]): void {
    for (const lesson of lessons) if (isOfRound(this.#round, lesson)) this.#ids.add(lesson.id);
    if (this.#ids.size >= this.#count) this.#resolve(nowMs());
  }
}
