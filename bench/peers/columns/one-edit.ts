import { median } from '#bench/figures.ts';
import { timeCarrelEdits, timeCarrelPresses } from '../carrel/carrel-one-edit.ts';
import { type Contender, mapValues, measureAll } from '../contenders.ts';
import { repeat } from '../repeat.ts';
import { PeerDevices } from '../setup/peer-devices.ts';
import type { Row } from '../table.ts';

const WAITING = 1_000;
/** More than wait, since single edits join none that waits. */
const LIBRARY = WAITING + 1;
const AT_ONCE = 100;

export const EDIT = 'one edit stored on the device';
const EDIT_BESIDE_MANY = 'one edit stored, 1,000 waiting';
export const PRESS = 'from pressing a button until the page shows the edit';

interface Times {
  readonly edits: readonly number[];
  readonly besideMany: readonly number[];
  readonly presses: readonly number[];
}

async function measurePeer(peer: Contender): Promise<Times> {
  const devices = await PeerDevices.start(peer, LIBRARY);
  try {
    const { device, page } = await devices.openDevice();
    await device.context.setOffline(true);
    const timeEdit = () => page.evaluate(() => window.peerPage.timeEdit());
    const presses = await repeat(() => page.evaluate(() => window.peerPage.timePress()));
    const edits = await repeat(timeEdit);
    await page.evaluate(([count, atOnce]) => window.peerPage.fill(1, count, atOnce), [
      WAITING,
      AT_ONCE,
    ] as const);
    return { presses, edits, besideMany: await repeat(timeEdit) };
  } finally {
    await devices.close();
  }
}

async function measureCarrel(): Promise<Times> {
  const [edits, besideMany] = await timeCarrelEdits([0, WAITING]);
  return { edits: edits ?? [], besideMany: besideMany ?? [], presses: await timeCarrelPresses() };
}

/** One edit, until the package or the app reports it as stored on the device. */
export async function oneEditRows(peers: readonly Contender[]): Promise<Row[]> {
  const results = await measureAll(peers, measureCarrel, measurePeer);
  const row = (name: string, pick: (times: Times) => readonly number[]): Row => ({
    name,
    unit: 'ms',
    digits: 1,
    values: mapValues(results, (times) => median(pick(times))),
  });
  return [
    row(EDIT, ({ edits }) => edits),
    row(EDIT_BESIDE_MANY, ({ besideMany }) => besideMany),
    row(PRESS, ({ presses }) => presses),
  ];
}
