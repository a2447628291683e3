import { setTimeout as rest } from 'node:timers/promises';
import { countAfterKill } from '../carrel/carrel-kill.ts';
import { type Contender, mapValues, measureAll } from '../contenders.ts';
import { PeerDevices } from '../setup/peer-devices.ts';
import type { Row } from '../table.ts';

const EDITS = 50;
const KILLS = 3;
const LIBRARY = 100;
/** The device has stored the library. */
const REST_MS = 2_000;

/** Number of edits that are on the device after a kill; each was reported as done before. */
async function countPeer(peer: Contender): Promise<number> {
  const devices = await PeerDevices.start(peer, LIBRARY);
  try {
    const { device, page } = await devices.openDevice();
    await rest(REST_MS);
    await device.context.setOffline(true);
    await page.evaluate((edits) => window.peerPage.fill(1, edits, 1), EDITS);
    await device.kill();
    const reopened = await devices.openPage(device);
    return await reopened.evaluate(() => window.peerPage.count(1));
  } finally {
    await devices.close();
  }
}

async function repeatKill(count: () => Promise<number>): Promise<number[]> {
  const counts: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) counts.push(await count());
  return counts;
}

/** Edits made offline one after the other, and then the browser is killed at once. */
export async function killRows(peers: readonly Contender[]): Promise<Row[]> {
  const results = await measureAll(
    peers,
    () => repeatKill(() => countAfterKill(EDITS)),
    (peer) => repeatKill(() => countPeer(peer)),
  );
  return [
    {
      name: `of ${EDITS} reported edits, still there after SIGKILL (${KILLS} kills)`,
      unit: '',
      digits: 0,
      values: mapValues(results, (counts) => Math.min(...counts)),
      texts: mapValues(results, (counts) => counts.join(', ')),
    },
  ];
}
