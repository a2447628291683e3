import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { AppContext } from './reply.ts';

/** One endpoint of the table with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (c: AppContext) => Promise<Response>;
  /** Whether its work is a single command, which in a batch may share a transaction with others. */
  readonly sharesTransaction: boolean;
}

/** The error of a route whose kind is not the one that the table gives to its endpoint. */
export const misplaced = (endpoint: Endpoint): Error =>
  new Error(`${endpoint.method} ${endpoint.path} is mounted as another kind of call than in the table`);
