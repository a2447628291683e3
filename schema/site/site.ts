import * as v from 'valibot';

/** The name of the product, which a school replaces by its own. */
export const PRODUCT_NAME = 'Carrel';

/** The settings of a school, as everyone may read them. An empty text: the product's own, or none. */
export const Site = v.object({
  name: v.string(),
  /** `#rrggbb`, as the admin chose it. */
  colour: v.string(),
  /** What pages show of the colour: see `palette.ts`. Empty without one. */
  palette: v.array(v.string()),
  /** A data URL. */
  logo: v.string(),
  email: v.string(),
  phone: v.string(),
  address: v.string(),
  heroTitle: v.string(),
  heroLead: v.string(),
  /** `hidden`, or empty: shown. */
  testimonials: v.string(),
});
export type Site = v.InferOutput<typeof Site>;

export const defaultSite: Site = {
  ...{ name: '', colour: '', palette: [], logo: '', email: '', phone: '', address: '' },
  ...{ heroTitle: '', heroLead: '', testimonials: '' },
};

export const siteNameOf = ({ name }: Pick<Site, 'name'>): string => name || PRODUCT_NAME;

/** The title of a document: the page, and the name of the school. */
export const documentTitleOf = (page: string, site: Pick<Site, 'name'>): string =>
  page === '' ? siteNameOf(site) : `${page} · ${siteNameOf(site)}`;
