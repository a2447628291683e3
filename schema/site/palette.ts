/** The least contrast of text with what is behind it (WCAG 2.2, AA). */
export const CONTRAST_MIN = 4.5;

const WHITE = '#ffffff';
const BLACK = '#000000';
/** The surfaces of pwa/ui/tokens.css with the least contrast. */
const LIGHT_SURFACE = '#f3f0e8';
const DARK_SURFACE = '#1a201d';
const DARK_PAPER = '#131715';
const ON_DARK_SCHEME = '#0b0f0d';
const STEP = 0.02;

/** The colours of one scheme: links and buttons, the same pressed, a tint behind them, and text on them. */
export interface Scheme {
  readonly accent: string;
  readonly press: string;
  readonly tint: string;
  readonly on: string;
}

/**
 * The colours that pages show for the colour of a school. Where it has too little contrast it is darkened for light pages,
 * and lightened for dark ones, as little as needed.
 */
export function schemesOf(colour: string): { readonly light: Scheme; readonly dark: Scheme } {
  const light = approach(colour, BLACK, surfacesOfLight);
  const dark = approach(colour, WHITE, surfacesOfDark);
  return {
    light: { accent: light, press: mix(light, BLACK, 0.24), tint: tintOf(light, WHITE), on: WHITE },
    dark: { accent: dark, press: mix(dark, WHITE, 0.2), tint: tintOf(dark, DARK_PAPER), on: ON_DARK_SCHEME },
  };
}

/** What is behind a colour where it has the least contrast. */
const surfacesOfLight = (accent: string) => [LIGHT_SURFACE, tintOf(accent, WHITE)];
const surfacesOfDark = (accent: string) => [DARK_SURFACE, tintOf(accent, DARK_PAPER)];

/** As {@link schemesOf}, in one list for the page: light and then dark, each as accent, press, tint and on. */
export function paletteOf(colour: string): string[] {
  if (colour === '') return [];
  const { light, dark } = schemesOf(colour);
  return [light, dark].flatMap(({ accent, press, tint, on }) => [accent, press, tint, on]);
}

/** The contrast of two colours (WCAG 2.2), from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Why the colour is shown as another one, a sentence for each scheme that needs it. */
export function describeAdjustments(colour: string): string[] {
  const { light, dark } = schemesOf(colour);
  return [
    explain(colour, { name: 'light', shown: light.accent, verb: 'darkened', surfaces: surfacesOfLight }),
    explain(colour, { name: 'dark', shown: dark.accent, verb: 'lightened', surfaces: surfacesOfDark }),
  ].filter((sentence) => sentence !== null);
}

interface Adjustment {
  readonly name: string;
  readonly shown: string;
  readonly verb: string;
  readonly surfaces: (accent: string) => readonly string[];
}

function explain(colour: string, { name, shown, verb, surfaces }: Adjustment): string | null {
  if (shown === colour) return null;
  const least = Math.min(...surfaces(colour).map((surface) => contrastOf(colour, surface)));
  const contrast = (Math.floor(least * 10) / 10).toFixed(1);
  return `On ${name} pages ${colour} is ${verb} to ${shown}: text in it would have a contrast of ${contrast}, and needs ${CONTRAST_MIN}.`;
}

function approach(colour: string, end: string, surfaces: (accent: string) => readonly string[]): string {
  for (let share = 0; share < 1; share += STEP) {
    const accent = mix(colour, end, share);
    if (surfaces(accent).every((surface) => contrastOf(accent, surface) >= CONTRAST_MIN)) return accent;
  }
  return end;
}

const tintOf = (accent: string, surface: string): string => mix(accent, surface, 0.87);

function mix(colour: string, other: string, share: number): string {
  const [to, from] = [channelsOf(other), channelsOf(colour)];
  const mixed = from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
