import { setTimeout as rest } from 'node:timers/promises';
import { median } from '#bench/figures.ts';
import { openCarrelReplay } from '../carrel/carrel-replay.ts';
import { type Contender, mapValues, measureAll } from '../contenders.ts';
import type { Replay, ReplayDevices } from '../replay-devices.ts';
import { PeerDevices } from '../setup/peer-devices.ts';
import type { Row } from '../table.ts';

const LIBRARY = 10_000;
const FEW = 1_000;
const MANY = 10_000;
const WARM_UPS = 1;
const ROUNDS = 3;
/** The devices have stored everything that they received. */
const REST_MS = 2_000;
const AT_ONCE = 100;

export const FEW_ACKNOWLEDGED = '1,000 offline edits, acknowledged';
export const FEW_SEEN = '1,000 offline edits, on the second client';
export const MANY_ACKNOWLEDGED = '10,000 offline edits, acknowledged';
const MANY_SEEN = '10,000 offline edits, on the second client';

async function openPeerReplay(peer: Contender): Promise<ReplayDevices> {
  const devices = await PeerDevices.start(peer, LIBRARY);
  const opened = Promise.all([devices.openDevice(), devices.openDevice()]);
  return {
    ready: opened,
    async replay(round, count) {
      const [{ device, page }, { page: second }] = await opened;
      await device.context.setOffline(true);
      await page.evaluate(([of, edits, atOnce]) => window.peerPage.fill(of, edits, atOnce), [
        round,
        count,
        AT_ONCE,
      ] as const);
      await second.evaluate(([of, edits]) => window.peerPage.watch(of, edits), [round, count] as const);
      await rest(REST_MS);
      await device.context.setOffline(false);
      const { onlineAtMs, sentAtMs } = await page.evaluate(() => window.peerPage.sent());
      const seenAtMs = await second.evaluate(() => window.peerPage.seenAtMs());
      return { acknowledgedMs: sentAtMs - onlineAtMs, seenMs: seenAtMs - onlineAtMs };
    },
    close: () => devices.close(),
  };
}

async function measure(open: () => Promise<ReplayDevices>) {
  const devices = await open();
  try {
    await devices.ready;
    const few: Replay[] = [];
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      await rest(REST_MS);
      const replay = await devices.replay(round, FEW);
      if (round >= WARM_UPS) few.push(replay);
    }
    await rest(REST_MS);
    return { few, many: await devices.replay(WARM_UPS + ROUNDS, MANY) };
  } finally {
    await devices.close();
  }
}

/** Edits made offline in a library of 10,000 lessons, from reconnecting on. */
export async function replayRows(peers: readonly Contender[]): Promise<Row[]> {
  const results = await measureAll(
    peers,
    () => measure(openCarrelReplay),
    (peer) => measure(() => openPeerReplay(peer)),
  );
  const row = (name: string, pick: (result: Awaited<ReturnType<typeof measure>>) => number): Row => ({
    name,
    unit: 'ms',
    digits: 0,
    values: mapValues(results, pick),
  });
  return [
    row(FEW_ACKNOWLEDGED, ({ few }) => median(few.map(({ acknowledgedMs }) => acknowledgedMs))),
    row(FEW_SEEN, ({ few }) => median(few.map(({ seenMs }) => seenMs))),
    row(MANY_ACKNOWLEDGED, ({ many }) => many.acknowledgedMs),
    row(MANY_SEEN, ({ many }) => many.seenMs),
  ];
}
