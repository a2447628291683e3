import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

export type NextRequest = () => Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>;

/** A request of a load; `next` returns what differs from the one before. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Record<string, string>;
  /** Requests per second of all connections, sent at the start of each second; as many as possible by default. */
  readonly rate?: number;
  readonly next?: NextRequest;
}

/** Returns the requests per second. Throws when one of them fails. */
export async function requestsPerSecond(load: Load): Promise<number> {
  return (await runLoad(load)).requests.average;
}

async function runLoad(load: Load): Promise<autocannon.Result> {
  const { url, connections, seconds: duration, headers, rate, next } = load;
  const result = await autocannon({
    ...{ url, connections, duration },
    ...(headers === undefined ? {} : { headers }),
    ...(rate === undefined ? {} : { overallRate: rate }),
    ...(next === undefined ? {} : { requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors`);
  }
  return result;
}

interface PacedLoad {
  readonly url: string;
  readonly seconds: number;
  /** Requests per second, sent at even intervals, whether or not those before have their replies. */
  readonly rate: number;
  readonly next: NextRequest;
}

/** Returns the time, in milliseconds, within which 99 of 100 requests have their replies. Throws when one of them fails. */
export async function slowestPercentMs({ url, seconds, rate, next }: PacedLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const startedMs = performance.now();
  const sent: Promise<number>[] = [];
  for (let index = 0; index < seconds * rate; index += 1) {
    const dueMs = startedMs + (index * 1_000) / rate;
    await sleep(Math.max(0, dueMs - performance.now()));
    sent.push(timeOf(url, next(), agent));
  }
  const times = (await Promise.all(sent)).sort((a, b) => a - b);
  agent.destroy();
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

function timeOf(
  url: string,
  { path, method, headers, body }: ReturnType<NextRequest>,
  agent: Agent,
): Promise<number> {
  const sentMs = performance.now();
  return new Promise((resolve, reject) => {
    const options = { agent, ...(method && { method }), ...(headers && { headers }) };
    const sending = request(new URL(path ?? '', url), options, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - sentMs);
        else reject(new Error(`${path}: ${response.statusCode}`));
      });
    });
    sending.once('error', reject);
    sending.end(body);
  });
}
