import * as v from 'valibot';
import { drawCode } from '#schema/activation/draw-code.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { normalizeCode } from '#schema/learning/activation.ts';
import { TakenCodes } from '#schema/learning/code-batches.ts';

type Create = CommandOf<'codeBatch.create'>;

/**
 * Draws other codes in the place of those that exist already, by the `current` of the refusal. The places of all that
 * were ever drawn anew are noted, because the first codes may have been printed. Null if the refusal names none.
 */
export function redrawCodes(command: Create, current: unknown): Create | null {
  const parsed = v.safeParse(TakenCodes, current);
  if (!parsed.success) return null;
  const taken = new Set(parsed.output.taken.map(normalizeCode));
  const { args } = command;
  const places = args.codes.flatMap((code, place) => (taken.has(normalizeCode(code)) ? [place] : []));
  if (places.length === 0) return null;
  const codes = [...args.codes];
  const known = new Set(codes);
  for (const place of places) codes[place] = drawOther(args.prefix, known);
  return {
    ...command,
    args: { ...args, codes, redrawn: [...new Set([...(args.redrawn ?? []), ...places])] },
  };
}

function drawOther(prefix: string, known: Set<string>): string {
  for (;;) {
    const code = drawCode(prefix, crypto);
    if (known.has(code)) continue;
    known.add(code);
    return code;
  }
}
