/** Capitalises the start of a sentence. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `gradingScale` becomes “Grading scale”. */
export const nameInWords = (name: string): string =>
  capitalise(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const sizes = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['KB', 1024],
] as const;

/** A number of bytes, such as `4.8 MB`. */
export const sizeInWords = (bytes: number): string => {
  const [unit, size] = sizes.find(([, least]) => bytes >= least) ?? sizes[2];
  return `${number.format(bytes === 0 ? 0 : Math.max(bytes / size, 0.1))} ${unit}`;
};
