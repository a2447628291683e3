import { box, place, stroke, tag } from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import { drawingAddress, printFamilies, type Sheet } from '../drawing/print-pdf.ts';

interface Day {
  name: string;
  money: readonly [came: number, went: number];
  note: string;
}

const startBalance = 420;
const supplierBill = 310;
const exampleWeek: readonly Day[] = [
  { name: 'Mon', money: [185, 60], note: '' },
  { name: 'Tue', money: [170, 0], note: '' },
  { name: 'Wed', money: [205, supplierBill], note: 'supplier' },
  { name: 'Thu', money: [190, 45], note: '' },
  { name: 'Fri', money: [260, 525], note: 'wages' },
  { name: 'Sat', money: [330, 80], note: '' },
  { name: 'Sun', money: [0, 0], note: 'closed' },
];
const dayNames = exampleWeek.map((day) => day.name);
const weeksInMonth = 6;
const gutter = 7;
const cell = { width: 24.6, height: 24.8 };

/** The balance before and after each day of a week. */
function balances(days: readonly Day[], start: number): { day: Day; before: number; after: number }[] {
  let balance = start;
  return days.map((day) => {
    const before = balance;
    balance += day.money[0] - day.money[1];
    return { day, before, after: balance };
  });
}

const filled = balances(exampleWeek, startBalance);
const cameIn = exampleWeek.reduce((sum, day) => sum + day.money[0], 0);
const wentOut = exampleWeek.reduce((sum, day) => sum + day.money[1], 0);
const endBalance = startBalance + cameIn - wentOut;
const lowest = filled.reduce((low, one) => (one.after < low.after ? one : low));

const line = (name: string, value: string): string => `<dt>${name}</dt><dd>${value}</dd>`;

const exampleCells = filled
  .map(
    ({ day, before, after }) =>
      `<td${day === lowest.day ? ' class="low"' : ''}><dl>${line('open', String(before))}${line('in', String(day.money[0]))}${line('out', String(day.money[1]))}${line('close', String(after))}</dl><p>${day.note}</p></td>`,
  )
  .join('');

/** The blank weeks: a box for the date and four ruled lines for each day. */
function blankMonth(): string {
  const drawn: string[] = [];
  for (let week = 0; week < weeksInMonth; week += 1) {
    drawn.push(label(3, week * cell.height + cell.height / 2 + 1.2, String(week + 1), palette.brass, true));
    dayNames.forEach((_, day) => {
      drawn.push(place({ x: gutter + day * cell.width, y: week * cell.height }, blankDay()));
    });
  }
  const size = {
    width: gutter + dayNames.length * cell.width + 0.3,
    height: weeksInMonth * cell.height + 0.3,
  };
  return drawingAddress(
    tag(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${size.width} ${size.height}`,
        width: `${size.width}mm`,
        height: `${size.height}mm`,
      },
      ...drawn,
    ),
  );
}

function blankDay(): string {
  const thin = { stroke: palette.line, 'stroke-width': 0.22 };
  const lines = ['open', 'in', 'out', 'close'].map((name, i) => {
    const y = 9.4 + i * 4.6;
    const last = name === 'close';
    return (
      label(1.3, y, name, last ? palette.ink : palette.inkSoft, last) +
      stroke(`M10 ${y + 0.5}H${cell.width - 1.5}`, last ? palette.ink : palette.inkSoft, last ? 0.3 : 0.14)
    );
  });
  return [
    box(0.15, 0.15, cell.width, cell.height, 'none', 0, thin),
    box(cell.width - 7.2, 1, 6, 4, 'none', 0.8, thin),
    ...lines,
  ].join('');
}

function label(x: number, y: number, text: string, fill: string, bold: boolean): string {
  return tag(
    'text',
    { x, y, fill, 'font-size': 2.9, 'font-weight': bold ? 700 : 400, 'font-family': printFamilies.sans },
    text,
  );
}

const head = `<thead><tr><th scope="col"><span class="hidden">Week</span></th>${dayNames.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>`;

/** One month of opening balance, money in, money out and closing balance, with a week filled in. */
export const cashCalendar: Sheet = {
  name: 'cash-calendar',
  course: 'course-2',
  title: 'Cash calendar: one month, day by day',
  style: `
header { display: flex; justify-content: space-between; align-items: flex-end; border-bottom: 1.2pt solid ${palette.brass}; padding-bottom: 3mm }
h1 { color: ${palette.brass} }
.blank { display: flex; gap: 6mm; font-size: 10pt; color: ${palette.inkSoft} }
.blank span { border-bottom: 0.6pt solid ${palette.inkSoft}; display: inline-block; width: 32mm; height: 5mm; margin-left: 2mm }
.how { margin: 3mm 0 3.5mm; font-size: 9.8pt }
table { table-layout: fixed; margin-top: 1.5mm }
thead th { text-align: center; font-size: 9.5pt; padding-bottom: 1mm }
.week { width: 179.4mm }
thead th:first-child, tbody th { width: 7mm; color: ${palette.brass}; font-size: 9.5pt; vertical-align: middle }
td { border: 0.6pt solid ${palette.line}; vertical-align: top; padding: 1mm 1.4mm }
.days { display: flex; padding-left: 7mm; margin-top: 1.5mm; font-weight: 700; font-size: 9.5pt }
.days span { width: 24.6mm; text-align: center }
img { display: block; width: 179.5mm; height: 149.1mm }
dl { display: grid; grid-template-columns: auto 1fr; font-size: 8.5pt; align-items: end }
dt { color: ${palette.inkSoft}; line-height: 4.8mm } dd { text-align: right; line-height: 4.8mm; font-variant-numeric: tabular-nums; border-bottom: 0.4pt dotted ${palette.line}; margin-left: 1mm; height: 4.8mm }
dt:last-of-type { font-weight: 700; color: ${palette.ink} } dd:last-of-type { font-weight: 700; border-bottom: 0.8pt solid ${palette.inkSoft} }
.week dd { font-size: 9.5pt }
.week p { font-size: 8.5pt; color: ${palette.brass}; height: 4.2mm; text-align: center }
.week td.low { background: #fbeecb }
.sum { font-size: 9.8pt; margin: 2mm 0 4mm } .sum b { font-variant-numeric: tabular-nums }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.end { display: grid; grid-template-columns: repeat(4, 1fr); gap: 5mm; margin-top: 4.5mm; font-size: 9.5pt }
.end span { display: block; border-bottom: 0.8pt solid ${palette.inkSoft}; height: 7mm }
.end i { font-style: normal; color: ${palette.inkSoft}; font-size: 8.5pt; display: block }
`,
  body: `
<header><h1>Cash calendar</h1><div class="blank"><p>Shop<span></span></p><p>Month<span></span></p></div></header>
<p class="how">Each evening, four numbers: what was in the till and the account this morning (open), what came in, what went out, and what is there now (close). Write money on the day it moves, not on the day it is agreed. Tomorrow’s <em>open</em> is today’s <em>close</em>. Pencil in the big payments you already know, and you see the tight day coming.</p>
<h2>A week, filled in</h2>
<table class="week">${head}<tbody><tr><th scope="row">Ex.</th>${exampleCells}</tr></tbody></table>
<p class="sum">Check: opening <b>${startBalance}</b> + in <b>${cameIn.toLocaleString('en-GB')}</b> − out <b>${wentOut.toLocaleString('en-GB')}</b> = closing <b>${endBalance}</b>. The lowest evening is marked, with <b>${lowest.after}</b> left: supplier and wages fell into the same week. If the supplier can wait until Saturday, the marked day closes at <b>${lowest.after + supplierBill}</b>.</p>
<h2>My month</h2>
<p class="days">${dayNames.map((name) => `<span>${name}</span>`).join('')}</p>
<img src="${blankMonth()}" alt="Six blank weeks of seven days, each day with a box for the date and lines for open, in, out and close">
<div class="end">
<p>Opening, first day<span></span></p><p>All that came in<span></span></p><p>All that went out<span></span></p><p>Closing, last day<span></span><i>opening + in − out</i></p>
</div>`,
};
