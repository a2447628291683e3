import * as v from 'valibot';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { IDEMPOTENCY_REPLAYED_HEADER, RECEIPT_HEADER, REQUEST_ID_HEADER } from '#schema/protocol.ts';
import type { Config } from '#sync-server/config.ts';
import {
  PROBE_VALUE,
  PROBED_HEADERS,
  PROXY_PROBE_PATH,
  ProxyProbe,
  STREAM_PAUSE_MS,
  STREAM_PROBE_PATH,
} from '#sync-server/http/proxy-probe.ts';
import { error, type Finding, ok, warning } from '../finding.ts';
import { callPublicUrl } from './call-public-url.ts';

const RETURNED_HEADERS = [RECEIPT_HEADER, IDEMPOTENCY_REPLAYED_HEADER, 'ETag'];

/** Sends through PUBLIC_URL what the app sends, and compares what arrives at both ends. */
export async function examineProxy({ publicUrl }: Config): Promise<Finding[]> {
  if (publicUrl === undefined) return [];
  try {
    const sent = Object.fromEntries(PROBED_HEADERS.map((name) => [name, PROBE_VALUE]));
    const response = await callPublicUrl(publicUrl, PROXY_PROBE_PATH, sent);
    const probe = await readProbe(response);
    if (probe === null)
      return [error('proxy', `${publicUrl} replies ${response.status}, but not as this version of Carrel`)];
    return [
      ...examineHeaders(probe, response),
      examineSender(publicUrl, probe),
      ...(await examineCache(publicUrl)),
      await examineStream(publicUrl),
    ];
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    return [error('proxy', `${publicUrl} cannot be reached from this machine: ${reason}`)];
  }
}

async function readProbe(response: Response): Promise<ProxyProbe | null> {
  try {
    const result = v.safeParse(ProxyProbe, await response.json());
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

function examineHeaders({ received }: ProxyProbe, response: Response): Finding[] {
  const lostOnTheWay = PROBED_HEADERS.filter((name) => !received.includes(name));
  const lostOnReturn = RETURNED_HEADERS.filter((name) => response.headers.get(name) !== PROBE_VALUE);
  const findings = [
    ...lostOnTheWay.map((name) => error('proxy', `does not pass the request header ${name} on`)),
    ...lostOnReturn.map((name) => error('proxy', `does not pass the response header ${name} on unchanged`)),
  ];
  return findings.length > 0 ? findings : [ok('proxy', 'passes every header on')];
}

function examineSender(publicUrl: string, { forwardedFor, host }: ProxyProbe): Finding {
  if (forwardedFor === 'ignored')
    return error('TRUSTED_PROXIES', 'lacks the address of the proxy: all users share its limits');
  if (forwardedFor === 'trusted') return ok('TRUSTED_PROXIES', 'the addresses of users are known');
  if (publicUrl.startsWith('https:'))
    return error('proxy', 'sends no X-Forwarded-For: all users share the limits of its address');
  return ok('TRUSTED_PROXIES', `not needed: requests for ${host} come directly`);
}

/** Two replies with the same id are one reply that was stored on the way. */
async function examineCache(publicUrl: string): Promise<Finding[]> {
  const ids: (string | null)[] = [];
  for (let i = 0; i < 2; i += 1) {
    const response = await callPublicUrl(publicUrl, endpoints.listCourses.path);
    await response.body?.cancel();
    ids.push(response.headers.get(REQUEST_ID_HEADER));
  }
  if (ids[0] === null)
    return [warning('proxy', `removes ${REQUEST_ID_HEADER}: users cannot name it in a report`)];
  return ids[0] === ids[1]
    ? [error('proxy', 'caches replies of /api')]
    : [ok('proxy', 'does not cache /api')];
}

/** A proxy buffers each stream; a busy machine may delay the first part of one. */
const STREAM_TRIES = 3;

async function examineStream(publicUrl: string): Promise<Finding> {
  for (let tries = 0; tries < STREAM_TRIES; tries += 1) {
    if (!(await arrivesAtOnce(publicUrl))) return ok('proxy', 'passes streams on as they come');
  }
  return error(
    'proxy',
    'buffers streams: devices learn of changes late (turn buffering off for /api/events)',
  );
}

/** Whether both parts of a stream arrive together, although the second leaves the server a pause after the first. */
async function arrivesAtOnce(publicUrl: string): Promise<boolean> {
  const startedMs = performance.now();
  const response = await callPublicUrl(publicUrl, STREAM_PROBE_PATH);
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const firstMs = performance.now();
  while ((await reader?.read())?.done === false);
  if (first.includes('second')) return true;
  const isLate = firstMs - startedMs >= STREAM_PAUSE_MS;
  return isLate && performance.now() - firstMs < STREAM_PAUSE_MS / 4;
}
