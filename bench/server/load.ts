import autocannon from 'autocannon';

/** A request of a load; `next` returns what differs from the one before. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Record<string, string>;
  /** Requests per second of all connections; as many as possible by default. */
  readonly rate?: number;
  readonly next?: () => Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>;
}

/** Returns the requests per second. Throws when one of them fails. */
export async function requestsPerSecond(load: Load): Promise<number> {
  return (await runLoad(load)).requests.average;
}

/** Returns the time, in milliseconds, within which 99 of 100 requests are answered. Throws when one of them fails. */
export async function slowestPercentMs(load: Load): Promise<number> {
  return (await runLoad(load)).latency.p99;
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
