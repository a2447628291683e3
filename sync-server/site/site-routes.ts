import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { RevisionFields } from '#schema/editor/history.ts';
import { siteEndpoints as endpoints } from '#schema/endpoints/site-endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import type { Site } from '#schema/site/site.ts';
import { SiteInput } from '#schema/site/site-input.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { openRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { encodeLogo } from './logo-image.ts';
import { readSite, writeSite } from './site-queries.ts';

const LOGO_DIGEST_CHARACTERS = 12;

/** The settings of the site: read by everyone, changed by admins. */
export function siteRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.getSite, async (c) => {
      const json = JSON.stringify({ site: await readSite(deps.db) });
      return jsonReply(c, json);
    }),
    commandRoute(deps, {
      endpoint: endpoints.updateSite,
      parse: (body) => parseInput(SiteInput, body),
      prepare: prepareLogo,
      run: updateSite,
      trimReceipt: () => ({}),
      // Receipts are stored for 90 days, and a repeat returns the settings of now.
      complete: async ({ status, body }) => ({
        body: status === 200 ? JSON.stringify({ site: await readSite(deps.db) }) : body,
        headers: {},
      }),
    }),
  ];
}

const WithLogo = v.object({ logo: v.pipe(v.string(), v.nonEmpty()) });

/** The logo as it is stored; null for bytes that cannot be one. */
async function prepareLogo(body: unknown): Promise<string | null> {
  const sent = v.safeParse(WithLogo, body);
  return sent.success && v.is(SiteInput, body) ? encodeLogo(sent.output.logo) : null;
}

async function updateSite(trx: Trx, call: CommandCall<SiteInput, string | null>) {
  const before = await readSite(trx);
  await writeSite(trx, { ...call.input, ...logoOf(call) });
  const site = await readSite(trx);
  await recordChanges(trx, call, { before, after: site });
  return { site };
}

function logoOf({ input, ready }: CommandCall<SiteInput, string | null>): SiteInput {
  if (input.logo === undefined || input.logo === '') return {};
  if (typeof ready === 'string') return { logo: ready };
  const message = adminMessages.siteLogoUnreadable;
  throw new ApiError('invalid_input', { message, fields: { logo: message } });
}

async function recordChanges(
  trx: Trx,
  call: CommandCall<SiteInput, string | null>,
  { before, after }: { readonly before: Site; readonly after: Site },
): Promise<void> {
  const [old, now] = [recorded(before), recorded(after)];
  const changed = Object.keys(now).filter((field) => now[field] !== old[field]);
  if (changed.length === 0) return;
  const pick = (fields: RevisionFields) =>
    Object.fromEntries(changed.map((field) => [field, fields[field] ?? '']));
  await insertRevision(trx, auditStampOf(call), {
    ...{ kind: 'update', entity: 'site', entityId: 'site', courseId: null, title: '', version: null },
    before: pick(old),
    after: pick(now),
  });
}

/** The history says that the logo changed, not what it looked like. */
function recorded({ palette: _, logo, ...fields }: Site): RevisionFields {
  const digest = logo && createHash('sha256').update(logo).digest('hex').slice(0, LOGO_DIGEST_CHARACTERS);
  return { ...fields, logo: digest };
}
