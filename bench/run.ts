import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { codeFileFigures } from './code-file.ts';
import { coldStartFigure } from './cold-start.ts';
import { downloadedCourseFigure } from './downloaded-course.ts';
import { type Figure, holds, print } from './figures.ts';
import { firstLoadFigures } from './first-load.ts';
import { growthFigures } from './growth.ts';
import { largeCourseFigures } from './large-course.ts';
import { listFigures } from './lists.ts';
import { longHtmlFigures } from './long-html.ts';
import { racePeers } from './peers/race.ts';
import { searchFigures } from './search.ts';
import { sizeFigures } from './size/size.ts';
import { liveEditFigure } from './sync/live-edit.ts';
import { longReplayFigures } from './sync/long-replay.ts';
import { queuedEditFigures } from './sync/queued-edit.ts';
import { replayFigures } from './sync/replay.ts';
import { slowLineFigures } from './sync/slow-line.ts';
import { throughputFigures } from './throughput.ts';
import { typingFigures } from './typing.ts';

async function withDemoServer<T>(measure: (server: CarrelServer) => Promise<T>): Promise<T> {
  const server = await CarrelServer.start();
  try {
    return await measure(server);
  } finally {
    await server.dispose();
  }
}

/** Every bench by its name; without arguments all of them run. */
const benches: Record<string, () => Promise<Figure[]>> = {
  'first-load': () => withDemoServer(firstLoadFigures),
  'cold-start': () => withDemoServer(async (server) => [await coldStartFigure(server)]),
  throughput: throughputFigures,
  'long-html': longHtmlFigures,
  growth: growthFigures,
  typing: typingFigures,
  'large-course': largeCourseFigures,
  lists: listFigures,
  'code-file': codeFileFigures,
  'downloaded-course': async () => [await downloadedCourseFigure()],
  replay: replayFigures,
  'live-edit': () => withDemoServer(async (server) => [await liveEditFigure(server)]),
  'long-replay': longReplayFigures,
  'queued-edit': queuedEditFigures,
  search: searchFigures,
  'slow-line': slowLineFigures,
  size: sizeFigures,
};

async function runBenches(requested: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    for (const figure of await bench()) {
      print(figure);
      figures.push(figure);
    }
  }
  return figures;
}

const requested = process.argv.slice(2);
const names = requested.filter((name) => name !== '--peers');
const figures = requested.includes('--peers') ? await racePeers(names) : await runBenches(names);
process.exitCode = figures?.every(holds) ? 0 : 1;
