import { OptionalValue } from '../optional-value.tsx';
import type { UploadList, UploadReport } from './upload-list.ts';
import classes from './import-changes.module.css';

interface ImportChangesProps {
  readonly list: UploadList;
  readonly report: UploadReport;
}

/** What an update would change, field by field. */
export const ImportChanges = ({ list, report }: ImportChangesProps) => (
  <section className={classes['changes']} aria-label="Changes">
    <h2>Changes</h2>
    {/* Can be scrolled with the keys, so it can have the focus. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <ul tabIndex={0} aria-label="Changes">
      {report.changes.map((change) => (
        <li key={`${change.row} ${change.field}`}>
          <strong>Row {change.row}</strong> <span>{list.subjectOf(change)}</span>{' '}
          {list.labelOf(change.field)}: <OptionalValue value={change.from} /> becomes{' '}
          <b>
            <OptionalValue value={change.to} />
          </b>
        </li>
      ))}
    </ul>
    {report.moreChanges > 0 && <p>{report.moreChanges.toLocaleString('en')} more changes.</p>}
  </section>
);
