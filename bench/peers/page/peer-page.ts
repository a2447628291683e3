import { nowMs } from './clock.ts';
import { TitleButton } from './title-button.ts';
import { Unsent } from './unsent.ts';
import { isOfRound, titleOf, Watch } from './watch.ts';
import type { Lesson, OpenPeer, Peer, PeerPage, Sent } from './window.ts';
import { withinLimit } from './within-limit.ts';

const description = 'What one learns in it, said anew.';
/** Single edits are of the last lesson, so that they join none that waits. */
const LAST_ID = `lesson-${Number(new URLSearchParams(location.search).get('lessons')) - 1}`;

class RacePage implements PeerPage {
  readonly #peer: Promise<Peer>;
  readonly #unsent = new Unsent();
  readonly #button = new TitleButton(() => void this.#editLast(`Edit ${++this.#edits}`));
  #watch = new Watch(0, 1);
  #sent: Promise<Sent> | null = null;
  #edits = 0;

  constructor(open: OpenPeer) {
    this.#peer = open({
      changed: (lessons) => this.#show(lessons),
      acknowledged: (ids) => this.#unsent.remove(ids),
    });
    addEventListener('offline', () => void this.#followConnection());
  }

  async connect(): Promise<void> {
    await withinLimit((await this.#peer).connect(), 'the library');
  }

  async fill(round: number, count: number, atOnce: number): Promise<void> {
    for (let start = 0; start < count; start += atOnce) {
      const indexes = Array.from({ length: Math.min(atOnce, count - start) }, (_, at) => start + at);
      await Promise.all(
        indexes.map((index) =>
          this.#edit({ id: `lesson-${index}`, title: titleOf(round, index), description }),
        ),
      );
    }
  }

  async timeEdit(): Promise<number> {
    await this.#peer;
    const startedMs = performance.now();
    await this.#editLast(`Edit ${++this.#edits}`);
    return performance.now() - startedMs;
  }

  timePress(): Promise<number> {
    return withinLimit(this.#button.timePress(), 'an edit of this device');
  }

  editLive(round: number): number {
    const madeAtMs = nowMs();
    void this.#editLast(titleOf(round, 0));
    return madeAtMs;
  }

  watch(round: number, count: number): void {
    this.#watch = new Watch(round, count);
  }

  seenAtMs(): Promise<number> {
    return withinLimit(this.#watch.seenAtMs, 'edits of another device');
  }

  async sent(): Promise<Sent> {
    if (this.#sent === null) throw new Error('The page was not offline');
    return withinLimit(this.#sent, 'the acknowledgement');
  }

  async count(round: number): Promise<number> {
    const lessons = await (await this.#peer).list();
    return lessons.filter((lesson) => isOfRound(round, lesson)).length;
  }

  async #edit(lesson: Lesson): Promise<void> {
    const peer = await this.#peer;
    this.#unsent.add(lesson.id);
    await peer.edit(lesson);
  }

  #editLast(title: string): Promise<void> {
    return this.#edit({ id: LAST_ID, title, description });
  }

  #show(lessons: readonly Lesson[]): void {
    this.#watch.add(lessons);
    const last = lessons.findLast(({ id }) => id === LAST_ID);
    if (last !== undefined) this.#button.show(last.title);
  }

  async #followConnection(): Promise<void> {
    const peer = await this.#peer;
    peer.disconnect();
    this.#sent = new Promise((resolve) => {
      const reconnect = async () => {
        const onlineAtMs = nowMs();
        void peer.connect();
        await this.#unsent.untilNone();
        resolve({ onlineAtMs, sentAtMs: nowMs() });
      };
      addEventListener('online', () => void reconnect(), { once: true });
    });
  }
}

/** Offers a peer to the race as `window.peerPage`. */
export function offerPeer(open: OpenPeer): void {
  window.peerPage = new RacePage(open);
}
