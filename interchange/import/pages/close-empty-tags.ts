import { Parser } from 'htmlparser2';
import { PAGE_DEPTH_MAX } from './page-outline.ts';

/** Elements that never have a closing tag in HTML. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

class DepthError extends Error {}

/**
 * XHTML as HTML: `<a id="x"/>` becomes `<a id="x"></a>`. HTML ignores the slash, so that everything behind a
 * `<title/>` would be the title. A page that is nested too deeply for an outline is returned as it is.
 */
export function closeEmptyTags(xhtml: string): string {
  const pieces: string[] = [];
  let at = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        depth += 1;
        if (depth > PAGE_DEPTH_MAX) throw new DepthError();
        const slash = parser.endIndex - 1;
        if (VOID.has(name) || xhtml[slash] !== '/' || slash < at) return;
        pieces.push(xhtml.slice(at, slash), `></${name}>`);
        at = parser.endIndex + 1;
      },
      onclosetag: () => {
        depth -= 1;
      },
    },
    { recognizeSelfClosing: true },
  );
  try {
    parser.end(xhtml);
  } catch (error) {
    if (error instanceof DepthError) return xhtml;
    throw error;
  }
  return [...pieces, xhtml.slice(at)].join('');
}
