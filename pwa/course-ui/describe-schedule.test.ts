import { expect, it } from 'vitest';
import { describeInBothZones, describeSchedule } from './describe-schedule.ts';

const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const inZone = (instant: string, zone: string) => describeInBothZones(instant, NOW, zone);

it.each([
  ['3 Dec at 09:00 (08:00 UTC)', '2026-12-03T08:00:00.000Z', 'Europe/Berlin'],
  ['3 Dec at 01:30 (2 Dec at 20:00 UTC)', '2026-12-02T20:00:00.000Z', 'Asia/Kolkata'],
  ['3 Dec at 08:00 UTC', '2026-12-03T08:00:00.000Z', 'Europe/London'],
  ['3 Jun 2027 at 10:00 (08:00 UTC)', '2027-06-03T08:00:00.000Z', 'Europe/Berlin'],
])('says “%s”', (text, instant, zone) => {
  expect(inZone(instant, zone)).toBe(text);
});

it('says what will be done, and what is due', () => {
  const [will, due] = describeSchedule(
    { publishAt: '2026-12-03T08:00:00.000Z', unpublishAt: '2026-11-20T08:00:00.000Z' },
    NOW,
  );
  expect(will).toMatch(/^Will be published on 3 Dec at /);
  expect(due).toMatch(/^Due to be unpublished since 20 Nov at /);
  expect(describeSchedule({ publishAt: null, unpublishAt: null }, NOW)).toEqual([]);
});
