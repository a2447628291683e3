import { palette } from '../drawing/palette.ts';
import type { Sheet } from '../drawing/print-pdf.ts';

const parts: readonly { heading: string; steps: readonly string[] }[] = [
  {
    heading: 'The room',
    steps: [
      'Choose the smallest room with soft things in it: a bed, curtains, a full wardrobe.',
      'Clap once. If the clap rings, hang up a blanket behind you and try again.',
      'Switch off the fridge, the fan, the washing machine. Put your keys in the fridge: you will not forget to switch it on.',
      'Close the windows. Listen for one full minute and write down what you hear.',
      'Put a folded towel under the microphone, so that the table does not hum along.',
    ],
  },
  {
    heading: 'The microphone',
    steps: [
      'A phone will do. Set it to flight mode; take it out of its case.',
      'Place it one spread hand, about 20 cm, from your mouth.',
      'Turn it a little to the side of your breath, so that p and b do not thump.',
      'Same chair, same distance, same corner each time: takes only match if the place does.',
    ],
  },
  {
    heading: 'The level',
    steps: [
      'Say your loudest sentence. The meter should peak between −12 and −6 dB.',
      'If it touches 0, step back or turn down. A clipped peak cannot be repaired.',
      'Choose WAV, 48 kHz, 24 bit, one channel; or the best quality your app offers.',
    ],
  },
  {
    heading: 'The take',
    steps: [
      'Drink water, not milk or coffee. Stand, or sit on the front edge of the chair.',
      'Record ten seconds of the silent room first: you need it to fill gaps.',
      'Record thirty seconds, stop, and listen on headphones before you go on.',
      'When you stumble: pause, breathe, repeat the whole sentence. Do not stop the recording.',
      'Clap after each stumble: the spike shows you where to cut.',
    ],
  },
  {
    heading: 'Afterwards',
    steps: [
      'Listen to the beginning, the middle and the end before you tidy up the room.',
      'Name the file: date, title, take. Copy it to a second place.',
      'Switch the fridge on. Take your keys out.',
    ],
  },
];

const sections = parts
  .map(
    (part) =>
      `<section><h2>${part.heading}</h2><ul>${part.steps.map((step) => `<li><b></b><span>${step}</span></li>`).join('')}</ul></section>`,
  )
  .join('');

/** A one-page checklist for recording a voice at home. */
export const recordingChecklist: Sheet = {
  name: 'recording-checklist',
  course: 'course-3',
  title: 'Recording a voice at home: a checklist',
  style: `
header { display: flex; justify-content: space-between; align-items: flex-end; border-bottom: 1.2pt solid ${palette.blue}; padding-bottom: 3mm; margin-bottom: 4mm }
h1 { color: ${palette.blue} } header p { color: ${palette.inkSoft} }
section { display: grid; grid-template-columns: 37mm 1fr; border-bottom: 0.5pt solid ${palette.line}; padding: 2.6mm 0 1.4mm; break-inside: avoid }
h2 { color: ${palette.blue} }
ul { list-style: none }
li { display: grid; grid-template-columns: 8mm 1fr; margin-bottom: 1.7mm; font-size: 10.5pt; line-height: 1.35 }
li b { width: 4.4mm; height: 4.4mm; border: 0.9pt solid ${palette.ink}; border-radius: 0.8mm; margin-top: 0.3mm }
.takes { margin-top: 4.5mm }
.takes th { font-size: 9.5pt; padding: 0 2mm 1mm; border-bottom: 0.9pt solid ${palette.ink} }
.takes td { height: 8.4mm; border-bottom: 0.5pt solid ${palette.line} } .takes td + td { border-left: 0.5pt solid ${palette.line} }
.takes th:nth-child(1) { width: 14mm } .takes th:nth-child(2) { width: 62mm } .takes th:nth-child(3) { width: 26mm }
`,
  body: `
<header><h1>Recording a voice at home</h1><p>One page, one session</p></header>
${sections}
<table class="takes"><thead><tr><th scope="col">Take</th><th scope="col">What</th><th scope="col">Peak, dB</th><th scope="col">Keep? Where is the stumble?</th></tr></thead><tbody>${'<tr><td></td><td></td><td></td><td></td></tr>'.repeat(7)}</tbody></table>`,
};
