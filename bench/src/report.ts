import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { Finding } from './benches/bench.ts';

const columns = ['what', 'limit', 'campus', 'ratio', 'required', 'statements'] as const;
const titles = ['What', 'Limit', 'Campus', 'Ratio', 'Required', 'SQL statements'] as const;

/** The findings as a Markdown table that is a table for the eye as well. */
export const tableOf = (findings: readonly Finding[]): string => {
  const rows = [
    titles,
    ...findings.map((finding) => columns.map((column) => finding[column])),
  ] as readonly (readonly string[])[];
  const widths = titles.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [head, ...body] = rows.map(line);
  return [head, rule, ...body].join('\n');
};

/** A finding in a line, for the person who waits for the table. */
export const lineOf = ({ passed, what, limit, campus, ratio }: Finding): string =>
  `${passed ? '  ' : '✗ '}${what}: ${[limit, campus, ratio].filter(Boolean).join(' · ')}`;

/** The machine in general terms: what the numbers depend on, not where they were taken. */
export const describeMachine = (postgres: string): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform}; Node.js ${process.versions.node}, PostgreSQL ${postgres}, every commit synced to the disk; server, limit, load generator and database share the machine.`;

const begin = '<!-- measured: written by `npm run bench` -->';
const end = '<!-- /measured -->';

/** Puts the text between the markers of a page. */
export const writeMeasured = (page: string, text: string): void => {
  const whole = readFileSync(page, 'utf8');
  const from = whole.indexOf(begin);
  const to = whole.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${page} has no place for the measured numbers.`);
  writeFileSync(page, `${whole.slice(0, from)}${begin}\n\n${text}\n\n${whole.slice(to)}`);
};
