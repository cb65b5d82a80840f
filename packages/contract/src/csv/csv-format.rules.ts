/** Advice for a file whose characters cannot be read. */
export const howToSaveCsv =
  'In Excel choose Save As and “CSV UTF-8 (Comma delimited)”, in LibreOffice or Google Sheets save as CSV in Unicode (UTF-8), then upload that file.';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/**
 * Returns the encoding by the byte order mark, UTF-8 without one; null for anything else, such as UTF-16
 * without a mark, or UTF-32. Whether every byte is valid shows only while reading.
 */
export const detectCsvEncoding = (start: Uint8Array): CsvEncoding | null => {
  if (begins(start, [0xff, 0xfe, 0, 0])) return null;
  if (begins(start, [0xff, 0xfe])) return 'utf-16le';
  if (begins(start, [0xfe, 0xff])) return 'utf-16be';
  return start[0] === 0 || start[1] === 0 ? null : 'utf-8';
};

const workbook = `This is a workbook, not a CSV file. ${howToSaveCsv}`;
const picture = 'This is a picture, not a CSV file.';
const page = `This is a web page or an XML document, not a CSV file. ${howToSaveCsv}`;

const signatures: readonly (readonly [signature: string, sentence: string])[] = [
  ['%PDF-', 'This is a PDF document, not a CSV file.'],
  ['PK\x03\x04', workbook],
  ['\xd0\xcf\x11\xe0', workbook],
  ['\x89PNG', picture],
  ['\xff\xd8\xff', picture],
  ['GIF8', picture],
  ['\x1f\x8b', 'This is a compressed file, not a CSV file. Unpack it, then upload the CSV file.'],
  ['{\\rtf', `This is a text document, not a CSV file. ${howToSaveCsv}`],
];

/** Returns a sentence if the bytes are clearly another kind of file, whatever its name says; otherwise null. */
export const notCsvBecause = (start: Uint8Array): string | null => {
  const text = String.fromCharCode(...start.subarray(0, 64));
  const known = signatures.find(([signature]) => text.startsWith(signature));
  if (known) return known[1];
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|table|meta)\b/i.test(text) ? page : null;
};

export type CsvDelimiter = ',' | ';' | '\t';

const candidates: readonly CsvDelimiter[] = [',', ';', '\t'];

/** Cells of the first record with any text, read leniently: good enough to compare and to show. */
export const firstCells = (text: string, delimiter: string): string[] => {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (quoted) cell += char;
    else if (char === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (cell.trim() !== '' || cells.some((one) => one.trim() !== '')) break;
      cells.length = 0;
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
};

/**
 * Finds the delimiter in the beginning of a file (without its byte order mark): the one named by a first
 * line such as `sep=;`, else the one that splits the header into the most names that `isKnown` accepts,
 * else the one with the most cells. `skip` is the length of the `sep=` line.
 */
export const detectCsvDelimiter = (
  start: string,
  isKnown: (name: string) => boolean,
): { readonly delimiter: CsvDelimiter; readonly skip: number } => {
  const said = /^"?sep=([,;\t])"?[ ,;\t]*(?:\r\n|\r|\n|$)/i.exec(start);
  if (said) return { delimiter: said[1] as CsvDelimiter, skip: said[0].length };
  let best: CsvDelimiter = ',';
  let bestScore = -1;
  for (const delimiter of candidates) {
    const cells = firstCells(start, delimiter);
    const score = cells.filter(isKnown).length * 1_000_000 + cells.length;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return { delimiter: best, skip: 0 };
};

/**
 * Prefixes an apostrophe to a cell that a spreadsheet would take for a formula (some also accept the
 * full-width signs of East Asian keyboards). A cell that already looks prefixed gets another one, so that
 * `withoutFormulaEscape` restores every text exactly.
 */
const escapeFormula = (text: string): string =>
  /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;

// At module level: a literal inside the function would be a new object per call, a million for a file.
const escapedFormula = /^'+[=+\-@＝＋－＠\t\r\n]/;

/** Removes the apostrophe that `csvLine` puts in front of what looks like a formula. */
export const withoutFormulaEscape = (cell: string): string =>
  escapedFormula.test(cell) ? cell.slice(1) : cell;

/** Formats one record of a CSV file for programs. */
export const plainCsvLine = (cells: readonly (string | number | null)[]): string => {
  const written = cells.map((cell) => {
    const plain = String(cell ?? '');
    return /[",;\t\r\n]/.test(plain) || plain !== plain.trim()
      ? `"${plain.replaceAll('"', '""')}"`
      : plain;
  });
  return `${written.join(',')}\r\n`;
};

/** Formats one record of a CSV file so that spreadsheets take no cell for a formula. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  plainCsvLine(cells.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)));
