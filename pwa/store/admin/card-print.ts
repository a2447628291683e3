import * as v from 'valibot';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';

const CardPrint = v.object({
  /** A line of the admin's own. */
  line: v.string(),
  /** A card has the course's picture, a label is small. */
  size: v.picklist(['card', 'label']),
});
/** How the codes of a course were printed last on this device. */
export type CardPrint = v.InferOutput<typeof CardPrint>;

const keyOf = (courseId: string) => `cardPrint/${courseId}`;

export function readCardPrint(store: PrivateStore, courseId: string): Promise<CardPrint> {
  return read(store, async () => {
    const stored = v.safeParse(CardPrint, (await store.state.get(keyOf(courseId)))?.value);
    return stored.success ? stored.output : { line: '', size: 'card' };
  });
}

export async function writeCardPrint(store: PrivateStore, courseId: string, print: CardPrint): Promise<void> {
  await write(store, [store.state], (tx) =>
    tx.state.put({ key: keyOf(courseId), value: { ...print, v: FORMAT_VERSION } }),
  );
}
