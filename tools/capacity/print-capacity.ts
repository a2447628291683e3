import { INPUTS, type Inputs, isInputName } from './inputs.ts';
import { capacityTables } from './tables.ts';

/*
 * Prints the tables of docs/capacity.md:
 *
 *   npx tsx tools/capacity/print-capacity.ts
 *   npx tsx tools/capacity/print-capacity.ts dailyShare=0.4 savesPerHour=60
 */

/** Throws for a name or a value that is not one of an input. */
function readInputs(texts: readonly string[]): Inputs {
  let inputs: Inputs = INPUTS;
  for (const text of texts) {
    const [name = '', value] = text.split('=');
    if (!isInputName(name)) throw new Error(`There is no input "${name}".`);
    if (value === undefined || !(Number(value) >= 0)) throw new Error(`${name} needs a number, not below 0.`);
    inputs = { ...inputs, [name]: Number(value) };
  }
  return inputs;
}

for (const { section, markdown } of capacityTables(readInputs(process.argv.slice(2))))
  console.log(`## ${section}\n\n${markdown}\n`);
