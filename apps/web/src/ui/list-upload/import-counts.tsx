import type { ReactNode } from 'react';
import { IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import type { UploadList, UploadReport } from './upload-list.ts';
import classes from './import-counts.module.css';

const rows = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? `row ${one}` : `rows ${many}`}`;

const Count = ({ bad = false, children }: { bad?: boolean; children: ReactNode }) => (
  <li className={classes['count']} data-bad={bad || undefined}>
    {bad ? (
      <IconX size={17} stroke={2.6} aria-hidden />
    ) : (
      <IconCircleCheckFilled size={17} aria-hidden />
    )}
    {children}
  </li>
);

interface ImportCountsProps {
  readonly list: UploadList;
  readonly report: UploadReport;
}

/** How many rows of the file are ready, and how many are not. */
export const ImportCounts = ({ list, report }: ImportCountsProps) => (
  <output>
    <ul className={classes['counts']}>
      {(report.ready > 0 || report.problemRows === 0) && (
        <Count>{rows(report.ready, 'ready', 'ready')}</Count>
      )}
      {report.update > 0 && (
        <Count>
          {rows(report.update, 'updates', 'update')} a {list.one}
        </Count>
      )}
      {report.skip > 0 && <Count>{rows(report.skip, 'is skipped', 'are skipped')}</Count>}
      {report.problemRows > 0 && (
        <Count bad>{rows(report.problemRows, 'needs a fix', 'need a fix')}</Count>
      )}
    </ul>
  </output>
);
