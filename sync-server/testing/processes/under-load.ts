import { noteDatabase, query, shareDatabase } from '../postgres/test-database.ts';
import { LessonWriter } from './lesson-writers.ts';
import { dataFolderForTest, signInAdmin, startServerProcess } from './server-process.ts';

export const PROCESSES = 3;
const WRITERS = 6;

type Server = Awaited<ReturnType<typeof startServerProcess>>;

/** A data folder whose servers use a new database of a PostgreSQL server. */
export async function dataFolderOn(url: string, address = url): Promise<string> {
  await query(url, 'create database carrel');
  const dataFolder = dataFolderForTest();
  noteDatabase(dataFolder, Object.assign(new URL(address), { pathname: '/carrel' }).href);
  return dataFolder;
}

/**
 * Three server processes, with a data folder each, on the database of a folder, and writers that use whichever of them
 * replies.
 */
export async function underLoad(dataFolder: string) {
  const servers: Server[] = [await startServerProcess({ dataFolder })];
  const { token, addLessons } = await signInAdmin(servers[0]?.url ?? '');
  const writers = (await addLessons(WRITERS)).map((id) => new LessonWriter(id));
  const folders = [dataFolder];
  while (folders.length < PROCESSES) folders.push(shareDatabase(dataFolder, dataFolderForTest()));
  const start = (index: number) => startServerProcess({ dataFolder: folders[index] ?? '' });
  while (servers.length < PROCESSES) servers.push(await start(servers.length));
  let isWriting = true;
  let turn = 0;
  const nextUrl = () => {
    turn += 1;
    return isWriting ? (servers[turn % PROCESSES]?.url ?? null) : null;
  };
  const writing = Promise.all(writers.map((writer) => writer.writeToSeveral(nextUrl, token)));
  const stop = async () => {
    isWriting = false;
    await writing;
  };
  return { servers, writers, writing, stop, start };
}
