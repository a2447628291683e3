import { type Figure, print } from '../figures.ts';
import { barFigures } from './bars.ts';
import { killRows } from './columns/kill.ts';
import { liveEditRows } from './columns/live-edit.ts';
import { oneEditRows } from './columns/one-edit.ts';
import { replayRows } from './columns/replay.ts';
import type { Contender } from './contenders.ts';
import { buildPeer } from './setup/bundle.ts';
import { ensurePeers, PACKAGES } from './setup/packages.ts';
import { CARREL, type Row, toTable } from './table.ts';

const PEERS = { Replicache: 'replicache', RxDB: 'rxdb', PouchDB: 'pouchdb', Yjs: 'yjs' } as const;

/** The parts of the race by their names; each fits into a few minutes. */
const columns: Record<string, (peers: readonly Contender[]) => Promise<Row[]>> = {
  replay: replayRows,
  'one-edit': oneEditRows,
  'live-edit': liveEditRows,
  kill: killRows,
};

/** The names of parts and peers. */
export const RACE_NAMES: readonly string[] = [...Object.keys(columns), ...Object.values(PEERS)];

/**
 * Measures Carrel and its peers on this machine, one after the other. Without names the whole race; else only the
 * named parts and peers.
 */
export async function racePeers(names: readonly string[]): Promise<Figure[] | null> {
  if (!ensurePeers()) {
    console.log('The peers are not installed and cannot be downloaded now: the first race needs a network.');
    return null;
  }
  const peers: Contender[] = [];
  for (const [name, folder] of pick(PEERS, names)) peers.push({ name, ...(await buildPeer(folder)) });
  const rows: Row[] = [];
  for (const [name, measure] of pick(columns, names)) {
    console.log(`Measuring ${name}`);
    rows.push(...(await measure(peers)));
  }
  const versions = Object.entries(PACKAGES).map(([name, version]) => `${name} ${version}`);
  console.log(`\n${versions.join(', ')}; Node ${process.versions.node}\n`);
  console.log(`${toTable(rows, [CARREL, ...peers.map(({ name }) => name)])}\n`);
  const figures = barFigures(rows);
  for (const figure of figures) print(figure);
  return figures;
}

/** The entries with these names, or all if none is named. */
function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): [string, T][] {
  const named = Object.entries(all).filter(([name]) => names.includes(name.toLowerCase()));
  return named.length > 0 ? named : Object.entries(all);
}
