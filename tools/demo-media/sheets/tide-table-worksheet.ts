import { dot, tag } from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import { drawingAddress, printFamilies, type Sheet } from '../drawing/print-pdf.ts';

const examples: Readonly<Record<number, readonly [string, string, string, string]>> = {
  7: ['bus, tunnel', '2', 'ticked off a lesson', 'kept, then sent'],
};

const levels = [0, 1, 2, 3, 4];

const rows = Array.from({ length: 24 }, (_, hour) => {
  const example = examples[hour];
  const cells = example ?? ['', '', '', ''];
  return `<tr class="${example === undefined ? '' : 'example'}"><th scope="row">${String(hour).padStart(2, '0')}</th><td>${cells[0]}</td><td class="rings"><span class="hidden">${cells[1]}</span></td><td>${cells[2]}</td><td>${cells[3]}</td></tr>`;
}).join('');

/** The row of numbered rings; one of them may be marked. */
function rings(marked?: number): string {
  const drawn = levels.map((level) => {
    const at = { x: 10 + level * 20, y: 10 };
    const on = level === marked;
    return (
      dot(at, 8, 'none', { stroke: on ? palette.blue : palette.line, 'stroke-width': on ? 1.8 : 0.8 }) +
      tag(
        'text',
        {
          ...{ x: at.x, y: 13.2, 'text-anchor': 'middle', 'font-size': 9 },
          'font-family': printFamilies.sans,
          fill: on ? palette.blue : palette.inkSoft,
        },
        String(level),
      )
    );
  });
  return drawingAddress(
    tag(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 100 20', width: 100, height: 20 },
      ...drawn,
    ),
  );
}

/** A one-page worksheet to note a day's connectivity at the learner's own places. */
export const tideTableWorksheet: Sheet = {
  name: 'tide-table-worksheet',
  course: 'course-1',
  title: 'My tide table: one day of network',
  style: `
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 8mm; border-bottom: 1.2pt solid ${palette.green}; padding-bottom: 3mm }
h1 { color: ${palette.green} }
.blank { display: flex; gap: 6mm; font-size: 10pt; color: ${palette.inkSoft} }
.blank span { border-bottom: 0.6pt solid ${palette.inkSoft}; display: inline-block; width: 34mm; height: 5mm; margin-left: 2mm }
.how { display: grid; grid-template-columns: 1fr 1fr; gap: 7mm; margin: 3.5mm 0 3mm; font-size: 9.5pt }
.scale { list-style: none }
.scale b { display: inline-block; width: 5.5mm; color: ${palette.blue} }
table { table-layout: fixed }
thead th { font-size: 9.5pt; padding: 0 2mm 1.2mm; vertical-align: bottom; border-bottom: 0.9pt solid ${palette.ink} }
col.hour { width: 12mm } col.place { width: 36mm } col.level { width: 39mm } col.did { width: 47mm }
tbody td, tbody th { height: 7.85mm; border-bottom: 0.5pt solid ${palette.line}; padding: 0 2mm; vertical-align: middle; font-size: 9.5pt }
tbody td + td { border-left: 0.5pt solid ${palette.line} }
tbody tr:nth-child(6n) td, tbody tr:nth-child(6n) th { border-bottom: 0.9pt solid ${palette.inkSoft} }
tbody th { font-variant-numeric: tabular-nums; color: ${palette.blue} }
.rings { background: url("${rings()}") center / 34mm 6.8mm no-repeat }
.example .rings { background-image: url("${rings(2)}") }
.hidden { position: absolute; clip-path: inset(50%) }
.example td { color: ${palette.blue} }
.plan { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 6mm; margin-top: 4mm }
.plan h2 { font-size: 11pt } .plan p { font-size: 9pt; color: ${palette.inkSoft} }
.plan span { display: block; border-bottom: 0.6pt solid ${palette.inkSoft}; height: 6.6mm }
`,
  body: `
<header><h1>My tide table</h1><div class="blank"><p>Name<span></span></p><p>Day<span></span></p></div></header>
<div class="how">
<p>Carry this sheet for one ordinary day. Once an hour, write where you are, ring how much network there is, and note what you did. In the last column, write what an app that works offline should have done for you. The row at 07 is an example: cross it out.</p>
<ul class="scale">
<li><b>0</b>dry: nothing at all</li>
<li><b>1</b>comes and goes, pages fail</li>
<li><b>2</b>text gets through, pictures crawl</li>
<li><b>3</b>good: pages open at once</li>
<li><b>4</b>high water: video without a pause</li>
</ul>
</div>
<table>
<colgroup><col class="hour"><col class="place"><col class="level"><col class="did"><col></colgroup>
<thead><tr><th scope="col">Hour</th><th scope="col">Where I was</th><th scope="col">How much network</th><th scope="col">What I did</th><th scope="col">What should have worked</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<div class="plan">
<div><h2>My high water</h2><p>Hours for heavy work</p><span></span></div>
<div><h2>My shallows</h2><p>Hours for small things</p><span></span></div>
<div><h2>My dry hours</h2><p>What must be on board by then</p><span></span></div>
</div>`,
};
