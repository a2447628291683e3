import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useDraftPart } from '../context/editor-context.tsx';
import type { TypedOptions } from './draft-book.ts';

/** Changes the draft to what was typed. */
type OnType = (text: string, options: TypedOptions) => void;
type DraftProps<Props> = Omit<Props, 'value' | 'onChange'> & { value: string; onType: OnType };

/** A line of text of the draft. It shows each key by itself, so that a key renders this field and nothing else. */
export function DraftTextField({ value, onType, ...field }: DraftProps<ComponentProps<typeof TextField>>) {
  return <TextField {...field} {...useTyped(value, onType)} />;
}

/** As {@link DraftTextField}, for several lines. */
export function DraftTextArea({ value, onType, ...area }: DraftProps<ComponentProps<typeof TextArea>>) {
  return <TextArea {...area} {...useTyped(value, onType)} />;
}

interface Typed {
  readonly text: string;
  /** The course's text when the user typed, and how often that text had been replaced by then. */
  readonly over: string;
  readonly jumps: number;
}

function useTyped(value: string, onType: OnType) {
  const jumps = useDraftPart((state) => state.jumps);
  const [typed, setTyped] = useState<Typed | null>(null);
  // As soon as the course says something else, it knows what was typed, or better: an undo, for one.
  const isOver = typed !== null && (typed.over !== value || typed.jumps !== jumps);
  if (isOver) setTyped(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    setTyped({ text: target.value, over: value, jumps });
    onType(target.value, { isShown: true });
  };
  return { value: typed === null || isOver ? value : typed.text, onChange };
}
