import { setTimeout as rest } from 'node:timers/promises';
import { median } from '#bench/figures.ts';
import { liveEditFigure } from '#bench/sync/live-edit.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { type Contender, measureAll } from '../contenders.ts';
import { PeerDevices } from '../setup/peer-devices.ts';
import type { Row } from '../table.ts';

const LIBRARY = 1_000;
const ROUNDS = 25;
/** Both devices are at rest. */
const REST_MS = 500;

async function measureCarrel(): Promise<number> {
  const server = await CarrelServer.start();
  try {
    return (await liveEditFigure(server)).value;
  } finally {
    await server.dispose();
  }
}

async function measurePeer(peer: Contender): Promise<number> {
  const devices = await PeerDevices.start(peer, LIBRARY);
  try {
    const [{ page: first }, { page: second }] = [await devices.openDevice(), await devices.openDevice()];
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await rest(REST_MS);
      await second.evaluate((of) => window.peerPage.watch(of, 1), round);
      const madeAtMs = await first.evaluate((of) => window.peerPage.editLive(of), round);
      times.push((await second.evaluate(() => window.peerPage.seenAtMs())) - madeAtMs);
    }
    return median(times);
  } finally {
    await devices.close();
  }
}

/** One edit on a device at rest, until another device shows it (Carrel), or its store reports it (peers). */
export async function liveEditRows(peers: readonly Contender[]): Promise<Row[]> {
  const values = await measureAll(peers, measureCarrel, measurePeer);
  return [{ name: 'one live edit, until the second client has it', unit: 'ms', digits: 1, values }];
}
