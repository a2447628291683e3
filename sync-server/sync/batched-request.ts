import type { BatchRequest } from '#schema/batch.ts';
import type { Endpoint } from '#schema/endpoint.ts';
import { IDEMPOTENCY_KEY_HEADER, MADE_AT_HEADER } from '#schema/protocol.ts';
import type { BatchedCall } from '../http/batched-call.ts';
import type { Caller } from '../http/caller.ts';
import type { Route } from '../http/endpoint-routes.ts';
import type { AppContext, AppEnv } from '../http/reply.ts';
import type { CommandReply, PreparedCommand } from '../http/run-command.ts';

/** Answers a request as if it had come over the network. */
export type Dispatch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>;

/** What a call of a batch may say of itself. Who sends it is the batch's to say. */
const OWN_HEADERS = [IDEMPOTENCY_KEY_HEADER, MADE_AT_HEADER, 'If-Match', 'If-None-Match'].map((name) =>
  name.toLowerCase(),
);

/** Finds the route that a request of a batch names; undefined for none. */
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
 * JSON calls of people who are signed in: no files, no streams, no signing in. The batch itself is not among
 * the routes that it is given.
 */
export function isBatchable(endpoint: Endpoint): boolean {
  if (endpoint.body !== 'json' || endpoint.reply !== 'json') return false;
  return endpoint.caller !== 'anyone' || !endpoint.path.startsWith('/api/auth/');
}

/** A command on its way, and how the call that waits for it is told what became of it. */
export interface HandedOver {
  readonly command: PreparedCommand;
  readonly succeed: (reply: CommandReply) => void;
  readonly fail: (error: unknown) => void;
}

export interface StartedCall {
  /** The command, once it is ready to run; null when the call has ended without one. */
  readonly command: Promise<HandedOver | null>;
  readonly response: Promise<Response>;
}

interface Around {
  readonly c: AppContext;
  readonly caller: Caller;
  readonly dispatch: Dispatch;
}

/** Makes a call of a batch, which runs whatever it runs by itself. */
export function makeCall(around: Around, request: BatchRequest, run: BatchedCall['run']): Promise<Response> {
  const { c, caller, dispatch } = around;
  const batched: BatchedCall = { caller, body: request.body, run };
  return Promise.resolve(dispatch(innerRequest(c, request), { ...c.env, batched }));
}

/** Begins a call of a batch up to the point where its command is ready to run. */
export function startCall(around: Around, request: BatchRequest): StartedCall {
  const handover = new Handover();
  const response = makeCall(around, request, handover.run);
  return { response, command: Promise.race([handover.command, response.then(() => null)]) };
}

/** Keeps a call waiting at the point where its command would run. */
class Handover {
  readonly command: Promise<HandedOver>;
  readonly run: (command: PreparedCommand) => Promise<CommandReply>;

  constructor() {
    let handOver: (handed: HandedOver) => void = () => {};
    this.command = new Promise((resolve) => {
      handOver = resolve;
    });
    this.run = (command) => new Promise((succeed, fail) => handOver({ command, succeed, fail }));
  }
}

/**
 * The body does not travel with it: it was parsed with the batch's own. Of a request it has what the app reads;
 * a real one brings a signal to abort it, and a hundred of these cost more than the calls.
 */
function innerRequest(c: AppContext, { method, path, headers }: BatchRequest): Request {
  const own = Object.entries(headers).filter(([name]) => OWN_HEADERS.includes(name.toLowerCase()));
  const forwardedFor = c.req.header('X-Forwarded-For');
  const { origin, pathname, search } = urlOf(path);
  const around = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor };
  return Object.create(Request.prototype, {
    method: { value: method },
    url: { value: origin + pathname + search },
    headers: { value: new Headers({ ...Object.fromEntries(own), ...around }) },
  });
}
