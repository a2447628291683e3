import * as v from 'valibot';
import { byName } from './by-name.ts';
import type { FieldRule } from './entity.ts';

type NamesOfTexts<Rules> = {
  [Name in keyof Rules & string]: Rules[Name] extends { readonly input: 'text'; readonly max: number }
    ? Name
    : never;
}[keyof Rules & string];

const textUpTo = (max: number) => v.pipe(v.string(), v.maxLength(max));
type TextInput = ReturnType<typeof textUpTo>;

/** What the server accepts for the texts of an entity: any, up to their limits. */
export function textInputs<Rules extends Readonly<Record<string, FieldRule>>>(
  rules: Rules,
): Readonly<Record<NamesOfTexts<Rules>, TextInput>> {
  const limits = new Map<string, number>();
  for (const [name, { input, max }] of Object.entries(rules))
    if (input === 'text' && max !== undefined) limits.set(name, max);
  const isText = (name: string): name is NamesOfTexts<Rules> => limits.has(name);
  return byName<Record<NamesOfTexts<Rules>, TextInput>>([...limits.keys()].filter(isText), (name) =>
    textUpTo(limits.get(name) ?? 0),
  );
}
