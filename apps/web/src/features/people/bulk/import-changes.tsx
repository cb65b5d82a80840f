import type { ImportReport } from '@campus/contract';
import { OrNa } from '../../../ui/na.tsx';
import classes from './import-changes.module.css';

/** What an update would change, field by field. */
export const ImportChanges = ({ report }: { readonly report: ImportReport }) => (
  <section className={classes['changes']} aria-label="Changes">
    <h3>Changes</h3>
    <ul>
      {report.changes.map((change) => (
        <li key={`${change.row} ${change.field}`}>
          <strong>Row {change.row}</strong> <span>{change.email}</span> {change.field}:{' '}
          <OrNa value={change.from} /> becomes{' '}
          <b>
            <OrNa value={change.to} />
          </b>
        </li>
      ))}
    </ul>
    {report.moreChanges > 0 && <p>{report.moreChanges.toLocaleString('en')} more changes.</p>}
  </section>
);
