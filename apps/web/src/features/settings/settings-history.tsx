import type { SettingChange } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { timeOfInstant } from '../../lib/instant.ts';
import { Card } from '../../ui/card.tsx';
import { FallbackNote } from '../../ui/fallback-note.tsx';
import { historyQuery } from './settings.api.ts';
import classes from './settings.module.css';

const names: Readonly<Record<SettingChange['field'], string>> = {
  name: 'Institution name',
  address: 'Address',
  logo: 'Logo',
  timezone: 'Time zone',
  expectedPercentage: 'Low attendance',
  passwords: 'Passwords',
  sessions: 'Sessions',
  secondFactor: 'Second factor needed',
  fileQuotas: 'Files',
};

const inWords = ({ field, before, after }: SettingChange): string => {
  if (field === 'logo') return after === null ? 'removed' : before === null ? 'added' : 'replaced';
  const none = field === 'timezone' ? 'as started' : 'none';
  return `${before ?? none} → ${after ?? none}`;
};

/** Who changed what, and when; the newest first. */
export const SettingsHistory = () => {
  const { data, isError, refetch } = useQuery(historyQuery);
  if (isError && !data)
    return <FallbackNote what="The changes of settings" onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Card title="Changes">
      {data.length === 0 ? (
        <p className={classes['hint']}>Nothing has been changed yet.</p>
      ) : (
        <ul className={classes['changes']}>
          {data.map((change) => (
            <li key={change.id}>
              <strong>{names[change.field]}</strong> <span>{inWords(change)}</span>
              <small>
                {change.changedBy}, {timeOfInstant(change.changedAt)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
