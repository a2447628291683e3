import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { describeAdjustments, type Scheme, schemesOf } from '#schema/site/palette.ts';
import styles from './admin-site-page.module.css';
import { grounds } from './grounds.ts';

const COLOUR = /^#[0-9a-f]{6}$/;
const PRODUCT_COLOUR = '#14614a';

interface ColourFieldProps {
  readonly colour: string;
  readonly error: string | undefined;
  readonly onChange: (colour: string) => void;
}

/** The colour of the school, and what pages make of it in both schemes. */
export function ColourField({ colour, error, onChange }: ColourFieldProps) {
  const chosen = colour.trim().toLowerCase();
  const isColour = COLOUR.test(chosen);
  return (
    <Stack gap={3}>
      <div className={styles.colour}>
        <TextField
          label="Colour"
          name="colour"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder={PRODUCT_COLOUR}
          hint="Of links and buttons, as #rrggbb. Leave it empty for the green of the lamp."
          value={colour}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          className={styles.picker}
          type="color"
          aria-label="Choose the colour"
          value={isColour ? chosen : PRODUCT_COLOUR}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {isColour && <Samples colour={chosen} />}
    </Stack>
  );
}

function Samples({ colour }: { colour: string }) {
  const { light, dark } = schemesOf(colour);
  return (
    <>
      <div className={styles.samples}>
        <Sample name="Light pages" ground={grounds.light} scheme={light} />
        <Sample name="Dark pages" ground={grounds.dark} scheme={dark} />
      </div>
      <div className={styles.adjustments} role="status">
        {describeAdjustments(colour).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </>
  );
}

interface SampleProps {
  readonly name: string;
  readonly ground: { readonly background: string; readonly color: string };
  readonly scheme: Scheme;
}

function Sample({ name, ground, scheme }: SampleProps) {
  return (
    <div className={styles.sample} style={ground}>
      <p>{name}</p>
      <p>
        <span style={{ color: scheme.accent }}>A link</span>
        <span className={styles.sampleTint} style={{ background: scheme.tint, color: scheme.accent }}>
          A note
        </span>
      </p>
      <span className={styles.sampleButton} style={{ background: scheme.accent, color: scheme.on }}>
        A button
      </span>
    </div>
  );
}
