import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import type { H5pContent } from '../content.ts';
import { headingHtml, textHtml } from '../html.ts';
import type { H5pLibrary, InnerReader } from '../inner-reader.ts';
import { type JsonObject, objectOf, objectsOf, stringOf } from '../json.ts';
import { fileOf, pictureHtml } from '../media.ts';

/** A picture, and below it what its points show. */
function hotspotsHtml({ params }: H5pContent, reader: InnerReader): string {
  const file = fileOf(params.image);
  const picture =
    file?.kind === 'picture' ? pictureHtml(file, stringOf(params.backgroundImageAltText), '') : '';
  const points = objectsOf(params.hotspots).map(
    (point) =>
      headingHtml(stringOf(point.header)) +
      objectsOf(point.content)
        .map((part) => reader.html(part))
        .join(''),
  );
  return picture + points.join('');
}

function timelineHtml({ params }: H5pContent): string {
  const timeline = objectOf(params.timeline);
  const events = objectsOf(timeline.date).map(
    (event) => headingHtml(`${datesOf(event)} ${stringOf(event.headline)}`) + bodyOf(event),
  );
  return headingHtml(stringOf(timeline.headline), 2) + bodyOf(timeline) + events.join('');
}

function datesOf(event: JsonObject): string {
  const dates = [stringOf(event.startDate), stringOf(event.endDate)].filter((date) => date !== '');
  return [...new Set(dates)].join(' – ').replaceAll(',', '-');
}

/** The text of an event, and its picture or the address of its video. */
function bodyOf(event: JsonObject): string {
  const asset = objectOf(event.asset);
  const file = fileOf(asset.media) ?? fileOf({ path: asset.media });
  const caption = stringOf(asset.caption);
  const picture =
    file?.kind === 'picture' ? pictureHtml(file, '', caption) : linkOf(stringOf(asset.media), caption);
  return textHtml(stringOf(event.text)) + picture;
}

function linkOf(url: string, caption: string): string {
  if (!/^https?:\/\//i.test(url)) return '';
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(titleOfHtml(caption, url))}</a></p>`;
}

/** The video is beside the text; the text is what appears while it plays, in the order of time. */
function interactiveVideoHtml({ params, title }: H5pContent, reader: InnerReader): string {
  const { video, assets, summary } = objectOf(params.interactiveVideo);
  const { files, textTracks } = objectOf(video);
  reader.attach(files, title);
  for (const { track } of objectsOf(objectOf(textTracks).videoTrack)) reader.attach(track, title);
  const { interactions } = objectOf(assets);
  const parts = objectsOf(interactions).toSorted((one, other) => startOf(one) - startOf(other));
  return parts.map((part) => reader.html(part.action)).join('') + reader.html(objectOf(summary).task);
}

const startOf = (interaction: JsonObject): number => Number(objectOf(interaction.duration).from) || 0;

/** What is left of programs without what they do. */
export const programLibraries: Readonly<Record<string, H5pLibrary>> = {
  'H5P.ImageHotspots': { read: hotspotsHtml, outcome: 'program' },
  'H5P.Timeline': { read: timelineHtml, outcome: 'program' },
  'H5P.InteractiveVideo': { read: interactiveVideoHtml, outcome: 'program' },
  'H5P.GoalsPage': { read: () => '', outcome: 'program' },
  'H5P.GoalsAssessmentPage': { read: () => '', outcome: 'program' },
  'H5P.DocumentExportPage': { read: () => '', outcome: 'program' },
  'H5P.TextInputField': {
    read: ({ params }) => textHtml(stringOf(params.taskDescription)),
    outcome: 'question',
  },
};
