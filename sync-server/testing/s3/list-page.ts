/** An object of a bucket. */
export interface StoredObject {
  /** The path of the file that has its bytes. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly changedAt: Date;
}

const PAGE_MAX = 1_000;

/**
 * Returns a page of a listing (ListObjectsV2) as XML: the objects whose key begins with `prefix`, in the order of their
 * keys, and in place of those with `delimiter` behind it one prefix each. The token of a page is its last entry.
 */
export function listPage(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const after = query.get('continuation-token') ?? '';
  const count = Math.min(PAGE_MAX, Number(query.get('max-keys') ?? PAGE_MAX));
  const names = [...objects.keys()].filter((key) => key.startsWith(prefix)).map(nameOf);
  const rest = [...new Set(names)].sort().filter((name) => name > after);
  const page = rest.slice(0, count);
  const isTruncated = rest.length > page.length;
  return [
    '<?xml version="1.0"?><ListBucketResult>',
    `<IsTruncated>${isTruncated}</IsTruncated>`,
    isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : '',
    ...page.map((name) => print(name, objects.get(name))),
    '</ListBucketResult>',
  ].join('');

  function nameOf(key: string): string {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    return end < 0 ? key : key.slice(0, end + delimiter.length);
  }
}

function print(name: string, object: StoredObject | undefined): string {
  if (object === undefined) return `<CommonPrefixes><Prefix>${escapeXml(name)}</Prefix></CommonPrefixes>`;
  const { sizeBytes, changedAt } = object;
  const changed = `<LastModified>${changedAt.toISOString()}</LastModified>`;
  return `<Contents><Key>${escapeXml(name)}</Key>${changed}<Size>${sizeBytes}</Size></Contents>`;
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
