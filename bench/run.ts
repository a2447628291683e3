import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { codeFileFigures } from './code-file.ts';
import { coldStartFigure } from './cold-start.ts';
import { downloadedCourseFigure } from './downloaded-course.ts';
import { type Figure, holds, print } from './figures.ts';
import { firstLoadFigures } from './first-load.ts';
import { firstVisitFigures } from './first-visit.ts';
import { growthFigures } from './growth.ts';
import { importFigures } from './imports.ts';
import { largeCourseFigures } from './large-course.ts';
import { listFigures } from './lists.ts';
import { longHtmlFigures } from './long-html.ts';
import { nextLessonFigures } from './next-lesson.ts';
import { RACE_NAMES, racePeers } from './peers/race.ts';
import { questionFigures } from './questions.ts';
import { searchFigures } from './search.ts';
import { batchFigures } from './server/batches.ts';
import { postgresFigures } from './server/postgres.ts';
import { readsBesideSavesFigures } from './server/reads-beside-saves.ts';
import { reportFigures } from './server/reports.ts';
import { savesFigures } from './server/saves.ts';
import { openSchool, type School } from './server/school.ts';
import { smallReplyFigures } from './server/small-replies.ts';
import { libraryGrowthFigures } from './size/library-growth.ts';
import { memoryFigures } from './size/memory.ts';
import { sizeFigures } from './size/size.ts';
import { reconnectStormFigures } from './size/storm/reconnect-storm.ts';
import { liveEditFigure } from './sync/live-edit.ts';
import { longReplayFigures } from './sync/long-replay.ts';
import { queuedEditFigures } from './sync/queued-edit.ts';
import { replayFigures } from './sync/replay.ts';
import { replayOnPostgresFigure } from './sync/replay-on-postgres.ts';
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

async function withSchool<T>(measure: (school: School) => Promise<T>): Promise<T> {
  const school = await openSchool();
  try {
    return await measure(school);
  } finally {
    await school.server.dispose();
  }
}

/** Every bench by its name; without arguments all of them run. */
const benches: Record<string, () => Promise<Figure[]>> = {
  'first-load': () => withDemoServer(firstLoadFigures),
  'first-visit': () => withDemoServer(firstVisitFigures),
  'cold-start': () => withDemoServer(async (server) => [await coldStartFigure(server)]),
  'next-lesson': () => withDemoServer(nextLessonFigures),
  questions: () => withDemoServer(questionFigures),
  throughput: throughputFigures,
  'small-replies': () => withSchool(smallReplyFigures),
  saves: () => withSchool(savesFigures),
  batches: () => withSchool(batchFigures),
  postgres: () => withSchool(postgresFigures),
  'reads-beside-saves': () => withSchool(readsBesideSavesFigures),
  reports: () => withSchool(reportFigures),
  'long-html': longHtmlFigures,
  growth: growthFigures,
  typing: typingFigures,
  'large-course': largeCourseFigures,
  lists: listFigures,
  'code-file': codeFileFigures,
  imports: importFigures,
  'downloaded-course': async () => [await downloadedCourseFigure()],
  replay: replayFigures,
  'replay-on-postgres': async () => [await replayOnPostgresFigure()],
  'live-edit': () => withDemoServer(async (server) => [await liveEditFigure(server)]),
  'long-replay': longReplayFigures,
  'queued-edit': queuedEditFigures,
  search: searchFigures,
  'slow-line': slowLineFigures,
  size: sizeFigures,
  'library-growth': libraryGrowthFigures,
  'reconnect-storm': reconnectStormFigures,
  memory: memoryFigures,
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

/** Runs what the command names. Returns the exit code: 0 all bars hold, 1 one does not, 2 a name is unknown. */
async function run(requested: readonly string[]): Promise<number> {
  const isRace = requested.includes('--peers');
  const names = requested.filter((name) => name !== '--peers');
  const known = isRace ? RACE_NAMES : Object.keys(benches);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Nothing was measured. Known: ${known.join(', ')}.`);
    return 2;
  }
  const figures = isRace ? await racePeers(names) : await runBenches(names);
  return figures?.every(holds) ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2));
