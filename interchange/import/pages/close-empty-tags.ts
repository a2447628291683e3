import { Parser } from 'htmlparser2';

/** Elements that never have a closing tag in HTML. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/**
 * XHTML as HTML: `<a id="x"/>` becomes `<a id="x"></a>`. HTML ignores the slash, so that everything behind a
 * `<title/>` would be the title.
 */
export function closeEmptyTags(xhtml: string): string {
  const pieces: string[] = [];
  let at = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        const slash = parser.endIndex - 1;
        if (VOID.has(name) || xhtml[slash] !== '/' || slash < at) return;
        pieces.push(xhtml.slice(at, slash), `></${name}>`);
        at = parser.endIndex + 1;
      },
    },
    { recognizeSelfClosing: true },
  );
  parser.end(xhtml);
  return [...pieces, xhtml.slice(at)].join('');
}
