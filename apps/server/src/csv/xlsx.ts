import { CampusError } from '../campus-error.ts';
import { type ZipEntry, zipped } from '../zip.ts';
import type { Cell, ColumnType } from './table-file.ts';

/** The most rows of a sheet, including the header. */
const maxRows = 1_048_576;
const maxLetters = 32_767;
const millisecondsOfDay = 86_400_000;
/** Days between the day 0 of spreadsheets and 1970-01-01. */
const daysTo1970 = 25_569;
/** 1 March 1900. Spreadsheets take 1900 for a leap year, so that earlier serial numbers are a day off. */
const firstSureDay = 61;

interface Style {
  readonly width: number;
  /** Index in `cellXfs`. */
  readonly style: number;
  /** The cell as a number; null if it stays text. */
  readonly value: (cell: Cell) => number | null;
}

const serialOf = (cell: Cell): number | null => {
  const days = Date.parse(String(cell)) / millisecondsOfDay + daysTo1970;
  return days >= firstSureDay ? days : null;
};

/** A word in place of a number stays text. */
const numberOf = (cell: Cell): number | null =>
  Number.isFinite(Number(cell)) ? Number(cell) : null;

const styles: Readonly<Record<ColumnType, Style>> = {
  text: { width: 28, style: 1, value: () => null },
  number: { width: 12, style: 0, value: numberOf },
  day: { width: 12, style: 3, value: serialOf },
  instant: { width: 20, style: 4, value: serialOf },
  percent: { width: 12, style: 5, value: (cell) => Number((Number(cell) / 100).toFixed(6)) },
};

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const formats = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', '0.0%'];
const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
const xf = (format: number, bold = 0): string =>
  `<xf numFmtId="${format}" fontId="${bold}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${bold ? ' applyFont="1"' : ''}/>`;

/** The parts of every file besides its sheet. Text has the format “Text” (49) and so stays text when edited. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Campus" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="3">${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${xf(0)}${xf(49)}${xf(49, 1)}${xf(164)}${xf(165)}${xf(166)}</cellXfs></styleSheet>`,
};
const headStyle = 2;

const marked: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const hex = (letter: string): string =>
  `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
// Outside the function: each evaluation of a literal creates an object, a million for a file.
const special = /[&<>]/g;
// eslint-disable-next-line no-control-regex -- characters XML cannot contain, and text that looks like their escape
const unwritable = /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/g;

const escaped = (text: string): string =>
  text
    .slice(0, maxLetters)
    .toWellFormed()
    .replace(unwritable, hex)
    .replace(special, (letter) => marked[letter] ?? letter);

const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') +
  String.fromCharCode(65 + (column % 26));

const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const sheet = async function* (
  columns: readonly (readonly [head: string, type: ColumnType])[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_column, at) => lettersOf(at));
  const look = columns.map(([, type]) => styles[type]);
  const widths = columns.map(([head, type], at) => {
    const width = Math.max(styles[type].width, head.length + 2);
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  const heads = columns.map(([head], at) => textCell(`${letters[at]}1`, headStyle, head));
  yield Buffer.from(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${heads.join('')}</row>`,
  );
  const written = (cell: Cell, at: number, row: number): string => {
    if (cell === null || cell === '') return '';
    const place = `${letters[at]}${row}`;
    const { style, value } = look[at] ?? styles.text;
    const number = value(cell);
    return number === null
      ? textCell(place, styles.text.style, String(cell))
      : `<c r="${place}" s="${style}"><v>${number}</v></c>`;
  };
  let row = 1;
  for await (const rows of pages) {
    let text = '';
    for (const cells of rows) {
      row += 1;
      text += `<row r="${row}">`;
      for (const [at, cell] of cells.entries()) text += written(cell, at, row);
      text += '</row>';
    }
    if (row > maxRows)
      throw new CampusError(
        'too_large',
        'A workbook has at most 1,048,575 rows. Narrow the filters, or download CSV.',
      );
    yield Buffer.from(text);
  }
  yield Buffer.from('</sheetData></worksheet>');
};

/** Near the earliest a ZIP allows: the same table gives the same file. */
export const fixedTime = new Date('1980-01-02T00:00:00Z');

/** A workbook with one sheet and a bold, frozen header; one page of rows is in memory at a time. */
export const xlsx = (...[columns, pages]: Parameters<typeof sheet>): AsyncGenerator<Buffer> => {
  const at = fixedTime;
  const entries: readonly ZipEntry[] = Object.entries(parts).map(([path, xml]) => ({
    path,
    at,
    bytes: () => Promise.resolve(Buffer.from(declaration + xml)),
  }));
  const path = 'xl/worksheets/sheet1.xml';
  return zipped([...entries, { path, at, pieces: () => sheet(columns, pages) }]);
};
