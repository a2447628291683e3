/** Samples per second in every sound track. */
const sampleRate = 44_100;

/** One steady tone; `partials` are the levels of its 1st, 2nd, 3rd… overtone. */
export interface Tone {
  from: number;
  to: number;
  frequency: number;
  partials: readonly number[];
}

const peak = 0.22;
const fadeSeconds = 0.12;

/** The samples of a sound track: tones at a gentle level, each faded in and out to avoid clicks. */
export function renderTones(tones: readonly Tone[], seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (const tone of tones) {
    const first = Math.round(tone.from * sampleRate);
    const last = Math.min(samples.length, Math.round(tone.to * sampleRate));
    for (let i = first; i < last; i += 1) {
      const since = (i - first) / sampleRate;
      const left = (last - i) / sampleRate;
      const level = peak * fade(since) * fade(left);
      samples[i] = (samples[i] ?? 0) + level * swing(tone.partials, tone.frequency * since);
    }
  }
  return samples;
}

/** Samples as a WAV file: one channel, 16 bits. */
export function toWav(samples: Float32Array): Buffer {
  const header = 44;
  const file = Buffer.alloc(header + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, i) => {
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), header + i * 2);
  });
  return file;
}

function fade(seconds: number): number {
  const share = Math.min(1, Math.max(0, seconds / fadeSeconds));
  return 0.5 - 0.5 * Math.cos(Math.PI * share);
}

/** One period of a tone at a phase counted in turns; between -1 and 1 when the partials add up to 1. */
function swing(partials: readonly number[], turns: number): number {
  return partials.reduce((sum, level, i) => sum + level * Math.sin(2 * Math.PI * (i + 1) * turns), 0);
}
