import pg from 'pg';
import { vi } from 'vitest';

/** Runs `work` and returns the statements that all connections sent meanwhile. */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([text]) => textOf(text));
  } finally {
    query.mockRestore();
  }
}

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
