import { type Handler, Parser } from 'htmlparser2';

/** No author nests so deep: the rest is not read, as the time of the parser grows with the square of the depth. */
const DEPTH_MAX = 2_000;

/** A parser of HTML that stops where the text is nested too deeply. `handler` may stop it by `pause`. */
export function boundedParser(handler: Partial<Handler>): Parser {
  let depth = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentag: (name, attributes, isImplied) => {
        depth += 1;
        handler.onopentag?.(name, attributes, isImplied);
        if (depth > DEPTH_MAX) parser.pause();
      },
      onclosetag: (name, isImplied) => {
        depth -= 1;
        handler.onclosetag?.(name, isImplied);
      },
    },
    { decodeEntities: true },
  );
  return parser;
}
