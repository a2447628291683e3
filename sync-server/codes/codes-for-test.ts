import { randomUUID } from 'node:crypto';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Person } from '../testing/people.ts';
import type { TestServer } from '../testing/test-server.ts';

interface BatchOptions {
  readonly id?: string;
  readonly courseId?: string;
  readonly codes?: readonly string[];
  readonly name?: string;
  readonly note?: string;
  readonly maxUses?: number;
  readonly expiresAt?: string | null;
  readonly key?: string;
}

/** The body of a batch of two codes of the course `tides`, unless given otherwise. */
export const batchOf = ({ key: _, ...options }: BatchOptions = {}) => ({
  ...{ id: randomUUID(), courseId: 'tides', prefix: '', name: 'Spring', note: '', expiresAt: null },
  ...{ maxUses: 1, codes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] },
  ...options,
});

/** Registers a batch as the admin. */
export const register = (server: TestServer, options: BatchOptions = {}) =>
  server.request('/api/admin/codes', {
    as: server.people.admin,
    body: batchOf(options),
    ...(options.key === undefined ? {} : { key: options.key }),
  });

/** Registers a batch, and returns it with its codes. */
export async function registered(server: TestServer, options: BatchOptions = {}) {
  const { batch, codes } = (await register(server, options)).read(endpoints.createCodeBatch.output);
  return { batch, codes, codeId: codes[0]?.id ?? '' };
}

export const listBatches = async (server: TestServer) =>
  (await server.request('/api/admin/codes', { as: server.people.admin })).read(
    endpoints.listCodeBatches.output,
  ).batches;

export const listCodes = async (server: TestServer, batchId: string) =>
  (await server.request(`/api/admin/codes/${batchId}/codes`, { as: server.people.admin })).read(
    endpoints.listBatchCodes.output,
  ).codes;

export const put = (server: TestServer, path: string, body: object, headers: Record<string, string> = {}) =>
  server.request(`/api/admin/codes/${path}`, { as: server.people.admin, method: 'PUT', body, headers });

export const unlock = (server: TestServer, as: Person, activationCode: string, courseId = 'tides') =>
  server.request(`/api/courses/${courseId}/activate`, { as, body: { activationCode } });
