import { type Field, fieldNames, isRequired } from '../fields/fields.ts';
import type { RowProblem } from './list-import.contract.ts';

/** What a column is called: in the template and in sentences, and what else it may be called. */
type Column = Pick<Field, 'label' | 'columns' | 'presence'>;

export interface ListHeader<F extends string> {
  /** For each column the field it fills, or null when it is not known. Blank ones at the end are left out. */
  readonly fields: readonly (F | null)[];
  /** Each column's name as the file writes it. */
  readonly names: readonly string[];
  /** Columns that will not be read: the first 100, by name or by place. */
  readonly unknown: readonly string[];
}

export interface ListColumns<F extends string> {
  /** The fields in the order of the template. */
  readonly fields: readonly F[];
  /** Columns a file must have, each with something in every row. */
  readonly required: readonly F[];
  readonly label: (field: F) => string;
  /** The field a header names, or null when it names none. */
  readonly fieldOf: (name: string) => F | null;
  /** Reads the first record of a file. The header cannot be used while it has problems. */
  readonly readHeader: (cells: readonly string[]) => {
    readonly header: ListHeader<F>;
    readonly problems: readonly RowProblem[];
  };
}

/** Case, blanks, underscores, dashes, dots and the form's asterisk do not count. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_\-.*\uFEFF]/g, '');

const problem = (column: string | null, reason: string): RowProblem => ({
  row: 1,
  column,
  value: column,
  reason,
});

const shortened = (name: string): string =>
  (name.length > 100 ? `${name.slice(0, 99)}…` : name).replaceAll('\0', '\uFFFD').toWellFormed();

/** The columns of a list of these fields, by which its header is read. */
export const listColumns = <F extends string>(
  table: Readonly<Record<F, Column>>,
): ListColumns<F> => {
  const fields = fieldNames(table);
  const required = fields.filter((field) => isRequired(table[field]));
  const label = (field: F): string => table[field].label;
  const fieldByName = new Map<string, F>(
    fields.flatMap((field) =>
      [label(field), ...(table[field].columns ?? [])].map((name) => [plain(name), field] as const),
    ),
  );
  const fieldOf = (name: string): F | null => fieldByName.get(plain(name)) ?? null;

  const missingProblems = (named: readonly (F | null)[]): RowProblem[] => {
    const missing = required.filter((field) => !named.includes(field));
    if (missing.length === 0) return [];
    const labels = missing.map((field) => `“${label(field)}”`).join(' and ');
    return [problem(null, `The first row must name the columns, and there is no column ${labels}`)];
  };

  const readHeader = (cells: readonly string[]) => {
    const names = cells.map((cell) => shortened(cell.trim()));
    while (names.at(-1) === '') names.pop();
    const named = names.map(fieldOf);
    const problems = missingProblems(named);
    named.forEach((field, at) => {
      const first = field === null ? at : named.indexOf(field);
      if (field === null || first === at) return;
      const [name, earlier] = [names[at] ?? '', names[first] ?? ''];
      const both =
        name === earlier
          ? `There are two columns “${name}”`
          : `The columns “${earlier}” and “${name}” both mean ${label(field)}`;
      problems.push(problem(name, `${both}: remove one of them`));
    });
    const unknown = names.flatMap((name, at) =>
      named[at] === null ? [name === '' ? `Column ${at + 1} (without a name)` : name] : [],
    );
    return { header: { fields: named, names, unknown: unknown.slice(0, 100) }, problems };
  };

  return { fields, required, label, fieldOf, readHeader };
};
