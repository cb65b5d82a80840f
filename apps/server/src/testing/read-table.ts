import { withoutFormulaEscape } from '@campus/contract';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';

export const cellsOfCsv = (content: Uint8Array): string[][] =>
  parse(Buffer.from(content), { bom: true, record_delimiter: '\r\n' }).map((cells: string[]) =>
    cells.map(withoutFormulaEscape),
  );

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };
const plain = (text: string): string =>
  text
    .replaceAll(/&(amp|lt|gt);/g, (_all, name: string) => entities[name] ?? '')
    .replaceAll(/_x([\dA-F]{4})_/g, (_all, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );

const epoch = Date.UTC(1899, 11, 30);
const isoOf = (serial: number): string =>
  new Date(Math.round(epoch + serial * 864e5)).toISOString();

/** How to read a number, by the style of its cell. */
const readings: Readonly<Record<string, (number: number) => string>> = {
  0: String,
  3: (serial) => isoOf(serial).slice(0, 10),
  4: isoOf,
  5: (share) => String(Number((share * 100).toFixed(4))),
};

/** The cells of a workbook as a CSV file would have them. */
export const cellsOfXlsx = (content: Uint8Array): string[][] => {
  const sheet = strFromU8(unzipSync(content)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const rows = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    const written =
      /<c r="([A-Z]+)\d+" s="(\d)"(?: t="inlineStr"><is><t [^>]*>(.*?)<\/t><\/is>|><v>(.*?)<\/v>)<\/c>/gs;
    for (const [, letters = '', style = '', text, number] of row.matchAll(written)) {
      const at =
        Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      while (cells.length < at) cells.push('');
      cells.push(text === undefined ? (readings[style]?.(Number(number)) ?? '?') : plain(text));
    }
    return cells;
  });
  const width = rows[0]?.length ?? 0;
  return rows.map((cells) => [...cells, ...Array.from({ length: width - cells.length }, () => '')]);
};
