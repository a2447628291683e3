import type { Endpoint } from './endpoint.ts';

/** What a command is sent as. */
export interface CommandRequest {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
