import { describe, expect, it } from 'vitest';
import { transcriptOf } from './transcript.ts';

const cue = (text: string, at: number) => `00:0${at}.000 --> 00:0${at + 1}.000 align:start\n${text}\n`;

describe('a transcript', () => {
  it('has what is said, without times, notes, names and styles', () => {
    const captions = `WEBVTT\r\n\r\nSTYLE\r\n::cue{}\r\n\r\nNOTE a --\r\n\r\n1\r\n${cue('<v Ida>The <i>sea</i>', 1)}\r\n${cue('is high &amp; &lt;wide&gt;.', 2)}`;
    expect(transcriptOf(captions)).toEqual(['The sea is high & <wide>.']);
  });

  it('has paragraphs that end with a sentence', () => {
    const long = `${'water '.repeat(60)}flows.`;
    const captions = `WEBVTT\n\n${[long, 'Then', long, 'The end'].map((text, at) => cue(text, at)).join('\n')}`;
    expect(transcriptOf(captions)).toEqual([long, `Then ${long}`, 'The end']);
  });

  it('is empty without captions', () => {
    expect(transcriptOf('WEBVTT\n')).toEqual([]);
  });
});
