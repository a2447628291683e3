import { areaPath } from './stored-files.ts';

/**
 * A link between activities as backups have it: `$@PAGEVIEWBYID*12@$`, `$@BOOKVIEWBYIDCH*12*3@$`. Settings of the page,
 * such as `&forceview=1`, may follow.
 */
const LINK =
  /\$@([A-Z0-9_]{1,60})\*(\d{1,20})(?:\*(\d{1,20}))?[^@<>"\s]{0,200}@\$(?:&(?:amp;)?[a-z]+=[^"'<>\s]{0,200})?/g;

/** The first number is the id of a course module; the second one, if there is one, that of a part. */
const BY_MODULE = /^(.+)VIEW(?:BYID(?:CH)?|PAGE)$/;
/** The first number is the id of an instance of the activity. */
const BY_INSTANCE = /^(.+)VIEWBY[A-Z](?:CH)?$/;

interface LinkedActivity {
  readonly moduleId: string;
  /** `page`, `book` … */
  readonly kind: string;
  readonly instanceId: string;
}

/** The keys of the lessons that links lead to. */
export class LinkTargets {
  readonly #keys = new Map<string, string>();

  /** Adds an activity; links to it lead to the lesson of the key. */
  addActivity({ moduleId, kind, instanceId }: LinkedActivity, key: string): void {
    const name = kind.toUpperCase();
    for (const place of [`${name} ${moduleId}`, `${name} instance ${instanceId}`]) {
      if (!this.#keys.has(place)) this.#keys.set(place, key);
    }
  }

  /** Adds a part of an activity, such as a chapter. */
  addPart({ moduleId, kind, instanceId }: LinkedActivity, partId: string, key: string): void {
    const name = kind.toUpperCase();
    this.#keys.set(`${name} ${moduleId} ${partId}`, key);
    this.#keys.set(`${name} instance ${instanceId} ${partId}`, key);
  }

  /** Returns HTML whose links between activities are paths: the keys of lessons, or `#` where there is no lesson. */
  replaceLinks(html: string): string {
    return html.replace(LINK, (_, name: string, id: string, part: string | undefined) => {
      const byModule = BY_MODULE.exec(name)?.[1];
      const place =
        byModule === undefined ? `${BY_INSTANCE.exec(name)?.[1]} instance ${id}` : `${byModule} ${id}`;
      const key = this.#keys.get(`${place} ${part}`) ?? this.#keys.get(place);
      return key === undefined ? '#' : `/${key}`;
    });
  }
}

/** Addresses of the files that courses had before Moodle 2: `$@FILEPHP@$$@SLASH@$a.png`. */
export function replaceLegacyFiles(html: string, contextId: string): string {
  const folder = areaPath({ contextId, component: 'course', area: 'legacy', itemId: '0' });
  return html
    .replaceAll('$@FILEPHP@$', `/${folder}`)
    .replaceAll('$@SLASH@$', '/')
    .replaceAll('$@FORCEDOWNLOAD@$', '');
}
