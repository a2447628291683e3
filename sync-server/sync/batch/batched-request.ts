import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import {
  IDEMPOTENCY_KEY_HEADER,
  MADE_AT_HEADER,
  OFFERED_AGAIN_HEADER,
  PREFER_HEADER,
} from '#schema/protocol.ts';
import type { BatchRequest } from '#schema/sync/batch.ts';
import type { BatchedCall } from '#sync-server/http/batched-call.ts';
import type { Caller } from '#sync-server/http/caller.ts';
import type { CommandReply, PreparedCommand } from '#sync-server/http/commands/command.ts';
import type { AppContext, AppEnv } from '#sync-server/http/reply.ts';
import type { Route } from '#sync-server/http/route.ts';

/** Handles a request as if it had come over the network. */
export type Dispatch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>;

/** The headers that a call of a batch may set itself. The sender is determined by the batch. */
const OWN_HEADERS = new Set(
  [
    ...[IDEMPOTENCY_KEY_HEADER, MADE_AT_HEADER, OFFERED_AGAIN_HEADER, PREFER_HEADER],
    ...['If-Match', 'If-None-Match'],
  ].map((name) => name.toLowerCase()),
);

/** Returns the route of a request in a batch; undefined for none. */
export type FindRoute = (request: BatchRequest) => Route | undefined;

export function createFindRoute(routes: readonly Route[]): FindRoute {
  const known = routes.map((route) => ({ route, path: patternOf(route.endpoint) }));
  return ({ method, path }) => {
    const { pathname } = urlOf(path);
    return known.find((one) => one.route.endpoint.method === method && one.path.test(pathname))?.route;
  };
}

const patternOf = ({ path }: Endpoint): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
const urlOf = (path: string): URL => new URL(path, 'http://batch.invalid');

/**
 * JSON calls of signed-in users: no files, no streams, no sign-in. The batch itself is not among its routes.
 */
export function isBatchable(endpoint: Endpoint): boolean {
  if (endpoint.body !== 'json' || endpoint.reply !== 'json') return false;
  return endpoint.caller !== 'anyone' || !endpoint.path.startsWith('/api/auth/');
}

/** A pending command, and the callback that delivers its outcome to the waiting call. */
export interface PendingCommand {
  readonly command: PreparedCommand;
  readonly succeed: (reply: CommandReply) => void;
  readonly fail: (error: unknown) => void;
}

export interface StartedCall {
  /** The command, once it is ready to run; null when the call has ended without one. */
  readonly command: Promise<PendingCommand | null>;
  readonly response: Promise<Response>;
}

interface CallContext {
  readonly c: AppContext;
  readonly caller: Caller;
  readonly dispatch: Dispatch;
}

/** Runs a call of a batch directly, without combining its command with others. */
export function makeCall(
  context: CallContext,
  request: BatchRequest,
  within: Pick<BatchedCall, 'run' | 'isFull'>,
): Promise<Response> {
  const { c, caller, dispatch } = context;
  const batched: BatchedCall = { caller, body: request.body, ...within };
  return Promise.resolve(dispatch(innerRequest(c, request), { ...c.env, batched }));
}

/** Begins a call of a batch and stops when its command is ready to run. */
export function startCall(
  context: CallContext,
  request: BatchRequest,
  isFull: BatchedCall['isFull'],
): StartedCall {
  const capture = new CommandCapture();
  const response = makeCall(context, request, { run: capture.run, isFull });
  return { response, command: Promise.race([capture.command, response.then(() => null)]) };
}

/** Makes a call wait at the point where its command would run. */
class CommandCapture {
  readonly command: Promise<PendingCommand>;
  readonly run: (command: PreparedCommand) => Promise<CommandReply>;

  constructor() {
    let capture: (pending: PendingCommand) => void = () => {};
    this.command = new Promise((resolve) => {
      capture = resolve;
    });
    this.run = (command) => new Promise((succeed, fail) => capture({ command, succeed, fail }));
  }
}

/**
 * A minimal request without a body, which was parsed with the batch. A real Request has a signal to abort it, and real
 * Headers check every character: a hundred of these cost more than the calls.
 */
function innerRequest(c: AppContext, { method, path, headers }: BatchRequest): Request {
  const own = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const lowerName = name.toLowerCase();
    if (OWN_HEADERS.has(lowerName)) own.set(lowerName, value.trim());
  }
  const forwardedFor = c.req.header('X-Forwarded-For');
  if (forwardedFor !== undefined) own.set('x-forwarded-for', forwardedFor);
  const { origin, pathname, search } = urlOf(path);
  return Object.create(Request.prototype, {
    method: { value: method },
    url: { value: origin + pathname + search },
    headers: { value: { get: (name: string) => own.get(name.toLowerCase()) ?? null } },
  });
}
