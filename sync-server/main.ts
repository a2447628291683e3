import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import pino, { type Logger } from 'pino';
import { createApp } from './app.ts';
import { BackupSchedule } from './backup/backup-schedule.ts';
import { findCarrelProgram } from './backup/carrel-program.ts';
import { type Config, ConfigError, readProcessConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { type Listening, listen } from './listen.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import { logWarnings, openLogOutput } from './log-output.ts';
import { verifyMediaStore } from './media-store/open-media-store.ts';
import { openDeps } from './open-deps.ts';
import { removeExpiredRows } from './remove-expired-rows.ts';
import { requireFinishedRestore } from './restore/restore-journal.ts';
import { makeOwnFilesPrivate, restrictOldFiles } from './security/private-files.ts';
import { type FirstStart, seedDatabase } from './seed/seed-database.ts';

/**
 * By default V8 lets the heap grow to several times of what is in use before it collects garbage (docs/why/server.md).
 */
const HEAP_GROWTH = '--heap-growing-percent=30';
const DAY_MS = 24 * 60 * 60 * 1_000;
const CODES_SHOWN = 2;

/** stdout is for users; the log goes to stderr as JSON lines. */
async function main(): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, openLogOutput());
  logWarnings(log);
  const config = readProcessConfig();
  makeOwnFilesPrivate();
  const unlock = lockDataFolder(config.dataFolder);
  await requireFinishedRestore(config.dataFolder);
  await verifyMediaStore(config);
  restrictOldFiles(config.dataFolder, log);
  const { deps, upgrade, close } = await openDeps(config, log);
  if (upgrade !== null) print('The database was upgraded. The copy from before is', `  ${upgrade.copy}`);
  const firstStart = await seedDatabase(deps);
  // At once, because it is shown only this time: any failure to listen comes after it.
  if (firstStart !== null) print(...firstStartLines(firstStart), '');
  const listening = await listenOrExplain(deps);
  startMaintenance(deps);
  deps.mails.scheduleDrain();
  deps.transcoder.scheduleDrain();
  void deps.deletedCourses.drain();
  void deps.regrades.drain();
  deps.publishSchedule.start();
  deps.erasureRepeats.start();
  deps.changeWatch.start();
  const backups = startBackups(deps);
  // The handlers are installed before the ready message: a supervisor may send a signal right after it.
  shutDownOnSignal(log, async () => {
    deps.readiness.beginDrain();
    await wait(config.drainMs);
    deps.eventStreams.close();
    await Promise.all([listening.close(), backups?.stop()]);
    await close();
    unlock();
  });
  print(`Carrel is ready at ${config.publicUrl ?? listening.url}`);
  log.info({ port: listening.port }, 'started');
}

/** Undefined without CARREL_BACKUP. */
function startBackups({ config: { backup }, clock, log }: Deps): BackupSchedule | undefined {
  if (backup === undefined) return undefined;
  const schedule = new BackupSchedule({ backup, clock, log, program: findCarrelProgram() });
  schedule.start();
  return schedule;
}

async function listenOrExplain(deps: Deps): Promise<Listening> {
  const { port, host } = deps.config;
  try {
    return await listen(createApp(deps), { port, host, onRead: () => deps.groupCommit.noteRead() });
  } catch (error) {
    throw new Error(listenProblem(error, deps.config), { cause: error });
  }
}

function listenProblem(error: unknown, { port, host }: Config): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port with PORT.`;
  }
  if (code === 'EACCES') return `This user has no permission to open port ${port}. Choose another with PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return `The server could not listen on ${host}, port ${port}: ${String(error)}`;
}

/**
 * Removes expired receipts, attempt counters, sessions, reset codes, mail records and replaced videos, now
 * and daily.
 */
function startMaintenance(deps: Deps): void {
  const sweep = async () => {
    try {
      await deps.limits.sweep();
      await removeExpiredRows(deps);
    } catch (error) {
      deps.log.error({ error: String(error) }, 'expired data could not be removed');
    }
  };
  void sweep();
  setInterval(sweep, DAY_MS).unref();
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Shown once: the password is stored nowhere in readable form. */
function firstStartLines({ admin, courses }: FirstStart): string[] {
  const password = admin.generatedPassword ?? 'the one in CARREL_ADMIN_PASSWORD';
  const lines = ['The administrator (shown only once):', `  email     ${admin.email}`];
  lines.push(`  password  ${password}`);
  if (admin.generatedPassword !== null) lines.push('  Carrel asks for a new password at the first sign-in.');
  if (courses.length > 0) lines.push('', 'Demo activation codes, each valid for one learner:');
  for (const { title, codes } of courses) {
    lines.push(`  ${title}`, ...codes.slice(0, CODES_SHOWN).map((code) => `    ${code}`));
  }
  return lines;
}

function shutDownOnSignal(log: Logger, close: () => Promise<void>): void {
  let isEnding = false;
  const end = (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, 'stopping');
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: String(error) }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ConfigError ? 'Carrel cannot start.\n' : ''}${text}\n`);
  process.exit(1);
});
