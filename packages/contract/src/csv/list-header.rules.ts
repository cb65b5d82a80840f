import { type Field, fieldNames, isRequired } from '../fields/fields.ts';
import type { RowProblem } from './list-import.contract.ts';

/** The names of a column: in the template and in sentences, and what else it may be called. */
type Column = Pick<Field, 'label' | 'columns' | 'presence'>;

export interface ListHeader<F extends string> {
  /** The field of each column, or null if unknown. Blank columns at the end are left out. */
  readonly fields: readonly (F | null)[];
  /** The name of each column as the file writes it. */
  readonly names: readonly string[];
  /** The first 100 columns that will not be read, by name or position. */
  readonly unknown: readonly string[];
}

export interface HeaderRules<F extends string> {
  /** For updates of existing records: one of these columns is enough, no other is required. */
  readonly keys?: readonly F[] | undefined;
  /** Fields by column position (from 1), whatever the header says. */
  readonly mapped?: ReadonlyMap<number, string> | undefined;
}

export interface ListColumns<F extends string> {
  /** The fields in the order of the template. */
  readonly fields: readonly F[];
  /** Columns a file must have, with a value in every row. */
  readonly required: readonly F[];
  readonly label: (field: F) => string;
  /** The field a column name stands for, or null if it is unknown. */
  readonly fieldOf: (name: string) => F | null;
  /** The field whose name is most similar to an unknown column name; null if none is similar enough. */
  readonly guessOf: (name: string) => F | null;
  /** Reads the first record of a file. The header cannot be used while it has problems. */
  readonly readHeader: (
    cells: readonly string[],
    rules?: HeaderRules<F>,
  ) => {
    readonly header: ListHeader<F>;
    readonly problems: readonly RowProblem[];
  };
}

/** Normalises a column name: case, spaces, underscores, dashes, dots and the form’s asterisk do not count. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_\-.*\uFEFF]/g, '');

const pairsOf = (name: string): Set<string> =>
  new Set(Array.from({ length: Math.max(name.length - 1, 0) }, (_, at) => name.slice(at, at + 2)));

/**
 * How similar a name is to a known one, from 0 to 1: the proportion of letter pairs they have in common.
 * A name that contains the known one is similar, unless that is a short word that occurs in many names.
 */
const similarity = (name: string, known: string): number => {
  if (known.length > 4 && name.includes(known)) return 0.9;
  const [pairs, others] = [pairsOf(name), pairsOf(known)];
  const both = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * both) / (pairs.size + others.size || 1);
};

const problem = (column: string | null, reason: string): RowProblem => ({
  row: 1,
  column,
  value: column,
  reason,
});

const withoutPlural = (name: string): string =>
  (name.length > 100 ? `${name.slice(0, 99)}…` : name).replaceAll('\0', '\uFFFD').toWellFormed();

/** Derives the columns of a list, which read its header, from its fields. */
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

  const guessOf = (name: string): F | null => {
    const ranked = [...fieldByName].map(
      ([known, field]) => [similarity(plain(name), known), field] as const,
    );
    const [share, field] = ranked.toSorted(([a], [b]) => b - a)[0] ?? [0, null];
    return share > 0.5 ? field : null;
  };

  const missingProblems = (
    named: readonly (F | null)[],
    keys: readonly F[] | undefined,
  ): RowProblem[] => {
    const missing = (keys ?? required).filter((field) => !named.includes(field));
    if (missing.length === 0 || (keys && missing.length < keys.length)) return [];
    const labels = missing.map((field) => `“${label(field)}”`).join(keys ? ' or ' : ' and ');
    return [problem(null, `The first row must name the columns, and there is no column ${labels}`)];
  };

  const readHeader = (cells: readonly string[], { keys, mapped }: HeaderRules<F> = {}) => {
    const names = cells.map((cell) => withoutPlural(cell.trim()));
    while (names.at(-1) === '') names.pop();
    const named = names.map((name, at) => {
      const given = mapped?.get(at + 1);
      return fields.find((field) => field === given) ?? fieldOf(name);
    });
    const problems = missingProblems(named, keys);
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

  return { fields, required, label, fieldOf, guessOf, readHeader };
};
