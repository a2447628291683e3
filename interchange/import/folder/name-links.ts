import type { ImportedModule } from '../imported-course.ts';
import { escapeHtml } from '../text/plain-text.ts';
import type { PageLinks } from './page-links.ts';

/** A link without a text of its own, as MyST's {ref}`label` has. */
const UNTITLED = /<a href="([^"]{1,1000})"( class="titled")?><\/a>/g;

/** Lessons whose links without a text have the title of what they lead to. */
export const nameLinks = (
  modules: readonly ImportedModule[],
  links: PageLinks,
  titles: ReadonlyMap<string, string>,
): ImportedModule[] =>
  modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({
      ...lesson,
      html: lesson.html.replace(UNTITLED, (link: string, address: string, titled: string | undefined) => {
        if (titled === undefined && !address.startsWith('label:')) return link;
        const path = links.find(address, lesson.path);
        const text = titles.get(path ?? '') ?? decodeURIComponent(address.replace(/^label:/, ''));
        return `<a href="${address}">${escapeHtml(text)}</a>`;
      }),
    })),
  }));
