import { Checkbox } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import classes from './exam.module.css';

interface MarksToolsProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly missingOnly: boolean;
  readonly onMissingOnly: (only: boolean) => void;
  readonly onDownload: () => void;
  /** Null where nothing can be changed. */
  readonly onUpload: (() => void) | null;
}

/** Finding students, the keys, and the ways in and out as a file. */
export const MarksTools = (props: MarksToolsProps) => (
  <div className={classes['tools']}>
    <SearchField
      className={classes['search']}
      label="Find a student"
      placeholder="Search name or number"
      value={props.search}
      onSearch={props.onSearch}
    />
    <Checkbox
      label="Missing only"
      className={classes['check'] ?? ''}
      checked={props.missingOnly}
      onChange={(event) => props.onMissingOnly(event.currentTarget.checked)}
    />
    {props.onUpload && (
      <ul className={classes['hints']} aria-label="Keys">
        <li>
          <kbd>A</kbd> Absent
        </li>
        <li>
          <kbd>↓</kbd>
          <kbd>Enter</kbd> Next
        </li>
        <li>
          <kbd>Ctrl</kbd>
          <kbd>V</kbd> Paste a column
        </li>
      </ul>
    )}
    <div className={classes['files']}>
      <IconButton variant="default" icon={IconDownload} onClick={props.onDownload}>
        Download CSV
      </IconButton>
      {props.onUpload && (
        <IconButton variant="default" icon={IconUpload} onClick={props.onUpload}>
          Upload CSV
        </IconButton>
      )}
    </div>
  </div>
);
