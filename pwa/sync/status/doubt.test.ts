import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchange } from '#pwa/api/exchange.ts';
import { catalogueEndpoints } from '#schema/endpoints/catalogue-endpoints.ts';
import { online, startConnectivity } from './connectivity.ts';
import { isIntercepted, isServerReached, startDoubt } from './doubt.ts';

type Answer = () => Response;
const own: Answer = () => Response.json({ courses: [] });
const alive: Answer = () => new Response('alive\n');
const page = (status: number): Answer => {
  return () => new Response('<h1>Hello</h1>', { status, headers: { 'Content-Type': 'text/html' } });
};
const none: Answer = () => {
  throw new TypeError('Failed to fetch');
};

let answers: { call: Answer; probe: Answer };
const probed = vi.fn();
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  probed.mockClear();
  answers = { call: own, probe: alive };
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/healthz') return answers.call();
    probed();
    return answers.probe();
  });
  const stops = [startConnectivity(), startDoubt()];
  stop = () => {
    for (const end of stops) end();
  };
  dispatchEvent(new Event('offline'));
  dispatchEvent(new Event('online'));
});

afterEach(() => {
  dispatchEvent(new Event('online'));
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function call(next: Partial<typeof answers>): Promise<boolean[]> {
  Object.assign(answers, next);
  await exchange(catalogueEndpoints.listCourses);
  await isServerReached();
  return [online.get(), isIntercepted.get()];
}

describe('the connection', () => {
  it.each([
    ['no reply', none],
    ['the page of a filter', page(403)],
    ['a redirect', () => Response.redirect('http://login.example/')],
    ['JSON of another server', () => Response.json({ ok: true })],
  ])('stays while the server is there, although a call gets %s', async (_, answer) => {
    const changes = vi.fn();
    const unwatch = online.subscribe(changes);
    expect(await call({ call: answer })).toEqual([true, false]);
    expect(probed).toHaveBeenCalledTimes(1);
    unwatch();
    expect(changes).not.toHaveBeenCalled();
  });

  it.each([
    ['none', none, false],
    ['the page of a filter', page(403), false],
    ['the page of the server’s own proxy', page(502), false],
    ['a page', page(200), true],
    ['a redirect', () => Response.redirect('http://login.example/'), true],
    ['a demand to sign in', page(511), true],
  ])('is lost when the server’s reply is %s', async (_, answer, isPage) => {
    expect(await call({ call: answer, probe: answer })).toEqual([false, isPage]);
    expect(await call({ call: own })).toEqual([true, false]);
  });

  it.each([
    ['call', own, alive],
    ['probe', none, alive],
  ])('stays lost when the reply to a %s arrives that was under way', async (_, answer, probe) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === '/healthz' || answer === own) await arrived;
      return (path === '/healthz' ? probe : answer)();
    });
    const ended = exchange(catalogueEndpoints.listCourses);
    if (answer === none) await ended;
    vi.advanceTimersByTime(1);
    dispatchEvent(new Event('offline'));
    arrive();
    await ended;
    expect(await isServerReached()).toBe(false);
  });

  it('is not asked for again soon after a reply of the server', async () => {
    await call({ call: own });
    await call({ call: page(403) });
    await call({ call: page(403) });
    expect(probed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(15_001);
    await call({ call: page(403) });
    expect(probed).toHaveBeenCalledTimes(1);
  });

  it('names a sign-in page that appears while there is no connection', async () => {
    expect(await call({ call: none, probe: none })).toEqual([false, false]);
    vi.advanceTimersByTime(60_001);
    expect(await call({ call: page(200), probe: page(200) })).toEqual([false, true]);
    await call({});
    expect(probed).toHaveBeenCalledTimes(2);
  });
});
