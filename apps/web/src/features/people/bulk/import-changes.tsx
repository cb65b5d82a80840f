import type { ImportReport } from '@campus/contract';
import { OrNa } from '../../../ui/na.tsx';
import type { BulkList } from './bulk-list.ts';
import classes from './import-changes.module.css';

interface ImportChangesProps {
  readonly list: BulkList;
  readonly report: ImportReport;
}

/** What an update would change, field by field. */
export const ImportChanges = ({ list, report }: ImportChangesProps) => (
  <section className={classes['changes']} aria-label="Changes">
    <h2>Changes</h2>
    {/* Can be scrolled with the keys, so it can have the focus. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <ul tabIndex={0} aria-label="Changes">
      {report.changes.map(({ row, email, field, from, to }) => (
        <li key={`${row} ${field}`}>
          <strong>Row {row}</strong> <span>{email}</span> {list.labelOf(field)}:{' '}
          <OrNa value={from} /> becomes{' '}
          <b>
            <OrNa value={to} />
          </b>
        </li>
      ))}
    </ul>
    {report.moreChanges > 0 && <p>{report.moreChanges.toLocaleString('en')} more changes.</p>}
  </section>
);
