import { acts, type TrailEntry } from '@campus/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { countOf } from '../../lib/count.ts';
import { deviceOf } from '../../lib/device.ts';
import { timeOfInstant } from '../../lib/instant.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { OptionalValue } from '../../ui/optional-value.tsx';
import classes from './audit.module.css';

/** Who acts without having signed in. */
const others: Readonly<Record<TrailEntry['role'], string>> = {
  visitor: 'Someone',
  operator: 'The operator of the server',
  campus: 'Campus',
  // Their person is always known.
  admin: '',
  teacher: '',
  student: '',
};

const wordsOf = (field: string): string => {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const Sentence = ({ entry }: { readonly entry: TrailEntry }) => {
  const { who, role, kind, about, within, count } = entry;
  const unknown = kind === 'sign_in_failed' ? 'somebody unknown' : null;
  return (
    <span className={classes['sentence']}>
      <b>{who ?? others[role]}</b> {acts[kind].words} <b>{about ?? unknown}</b>
      {within && ` in ${within}`}
      {count !== null && <small>{countOf(count, 'record')}</small>}
    </span>
  );
};

const Changes = ({ changes }: Pick<TrailEntry, 'changes'>) => (
  <DataTable label="What was changed" className={classes['changes']}>
    <thead>
      <tr>
        {['Field', 'Before', 'After'].map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">{wordsOf(field)}</th>
          <td data-muted>
            <OptionalValue value={before} />
          </td>
          <td>
            <OptionalValue value={after} />
          </td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);

/** An entry of the trail as a sentence, which opens to what was before and after. */
export const AuditRow = ({ entry }: { readonly entry: TrailEntry }) => {
  const { id, at, about, address, browser, requestId, changes } = entry;
  return (
    <li>
      <details className={classes['entry']}>
        <summary>
          <time dateTime={at}>{timeOfInstant(at)}</time>
          <Sentence entry={entry} />
          <span className={classes['where']}>
            {[browser && deviceOf(browser).name, address].filter(Boolean).join(' · ')}
          </span>
          <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </summary>
        <div className={classes['opened']}>
          {changes.length > 0 && <Changes changes={changes} />}
          <p>
            {`Entry ${Number(id).toLocaleString('en')}`}
            {requestId && ` · request ${requestId}`}
            {about && (
              <>
                {' · '}
                <Link to="/admin/audit" search={{ about }}>
                  All about {about}
                </Link>
              </>
            )}
          </p>
        </div>
      </details>
    </li>
  );
};
