// Reads the arguments of a script. Plain JavaScript for Node 20, without any dependency.
import { parseArgs } from 'node:util';

/** Parses the arguments; wrong ones end the process with a sentence and the usage. `mayBe` checks their values. */
export function readArguments(usage, config, mayBe = () => true) {
  try {
    const given = parseArgs(config);
    if (mayBe(given)) return given;
  } catch (error) {
    console.error(error.message);
  }
  console.error(`Usage: ${usage}`);
  return process.exit(2);
}
