import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { returnTestDatabase, takeTestDatabase } from './test-database.ts';

async function takeConnected() {
  const url = (await takeTestDatabase()) ?? '';
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return { url, client };
}

const ADD_COUNTER = `insert into "counters" ("name", "value") values ('test', 1)`;
const readCounters = async (client: pg.Client) => (await client.query('select name from "counters"')).rows;

it('a database that a test returns has its initial rows again, and no connection of the test', async () => {
  const { url, client } = await takeConnected();
  const initial = await readCounters(client);
  await client.query(ADD_COUNTER);
  await returnTestDatabase(url);
  await expect(readCounters(client)).rejects.toThrow();
  const next = await takeConnected();
  expect(next.url).toBe(url);
  expect(await readCounters(next.client)).toEqual(initial);
  await returnTestDatabase(next.url);
});

it('a database whose schema a test has changed is not used again', async () => {
  const { url, client } = await takeConnected();
  await client.query('create table strangers (id text)');
  await returnTestDatabase(url);
  const next = await takeConnected();
  expect(next.url).not.toBe(url);
  await returnTestDatabase(next.url);
});
