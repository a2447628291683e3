import { setTimeout as rest } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { query } from '#sync-server/testing/postgres/test-database.ts';
import { type Figure, median } from '../figures.ts';
import { withServersOnPostgres } from '../server/on-postgres.ts';
import { liftLimits } from './lift-limits.ts';
import { carrelRound, EDITS, listEdits, openFirstDevice, prepareServer } from './replay.ts';

const ROUNDS = 9;
/** Freshly started servers and devices are slower. */
const WARM_UPS = 2;
const RATIO_MAX = 2;
const REST_MS = 2_000;

/** A thousand edits made offline, sent to a server on PostgreSQL and to one on SQLite, in turn. */
export async function replayOnPostgresFigure(): Promise<Figure> {
  const onSqlite = await prepareServer();
  const [admin] = onSqlite.query<{ id: string }>("select id from users where role = 'admin'");
  const userId = admin?.id ?? '';
  try {
    const times = await withServersOnPostgres(onSqlite, 1, ({ servers, url }) =>
      measure({ onSqlite, onPostgres: servers[0], databaseUrl: url, userId }),
    );
    const [sqlite, postgres] = [median(times.sqlite), median(times.postgres)];
    return {
      name: `${EDITS} queued edits on PostgreSQL, from reconnecting to all acknowledged`,
      value: postgres / sqlite,
      unit: 'times as long as on SQLite',
      bound: { kind: 'at most', value: RATIO_MAX },
      detail: `medians of ${ROUNDS}: ${postgres.toFixed(0)} and ${sqlite.toFixed(0)} ms`,
    };
  } finally {
    await onSqlite.dispose();
  }
}

interface Sides {
  readonly onSqlite: CarrelServer;
  readonly onPostgres: CarrelServer;
  readonly databaseUrl: string;
  /** The admin. */
  readonly userId: string;
}

async function measure({ onSqlite, onPostgres, databaseUrl, userId }: Sides) {
  const stopLifting = liftLimits(onSqlite);
  const devices = { sqlite: await Chromium.create(), postgres: await Chromium.create() };
  try {
    const pages = {
      sqlite: await openFirstDevice(devices.sqlite, onSqlite.url),
      postgres: await openFirstDevice(devices.postgres, onPostgres.url),
    };
    const send = async (device: Chromium, page: Page, round: number) => {
      // The work of the other device after its replay does not count towards this one's.
      await rest(REST_MS);
      const edits = listEdits(EDITS, round, () => round + 1);
      return (await carrelRound(device, page, { edits, userId })).ackedMs;
    };
    const times = { sqlite: [] as number[], postgres: [] as number[] };
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      // Resets what the limits have counted, as `liftLimits` does on SQLite.
      await query(databaseUrl, 'delete from "rateLimits"');
      const sqliteMs = await send(devices.sqlite, pages.sqlite, round);
      const postgresMs = await send(devices.postgres, pages.postgres, round);
      if (round < WARM_UPS) continue;
      times.sqlite.push(sqliteMs);
      times.postgres.push(postgresMs);
    }
    return times;
  } finally {
    stopLifting();
    await Promise.all([devices.sqlite.dispose(), devices.postgres.dispose()]);
  }
}
