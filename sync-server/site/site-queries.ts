import { defaultSite, type Site } from '#schema/site/site.ts';
import { type SiteInput, withSiteFields } from '#schema/site/site-input.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

/** The settings of the site, as everyone may read them. */
export async function readSite(db: Db): Promise<Site> {
  const rows = await db.selectFrom('siteFields').select(['field', 'value']).execute();
  if (rows.length === 0) return defaultSite;
  // A field of a newer version is dropped.
  const known = rows.filter(({ field }) => field in defaultSite);
  return withSiteFields(defaultSite, Object.fromEntries(known.map(({ field, value }) => [field, value])));
}

/** An empty value restores the product's own. */
export async function writeSite(trx: Trx, fields: SiteInput): Promise<void> {
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    await trx.deleteFrom('siteFields').where('field', '=', field).execute();
    if (value !== '') await trx.insertInto('siteFields').values({ field, value }).execute();
  }
}
