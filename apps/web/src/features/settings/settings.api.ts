import { overview, type Settings, settings } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { isConflict } from '../../lib/call-error.ts';
import { institutionQuery } from '../../lib/institution.ts';
import { queryOf, refresh } from '../../lib/query.ts';
import { notifySuccess } from '../../ui/toasts.tsx';

export const settingsQuery = queryOf(settings.readSettings);
export const historyQuery = queryOf(settings.settingsHistory);

/** Once a change is stored, every screen that shows a setting follows. */
export const showSettings = (client: QueryClient, stored: Settings): void => {
  client.setQueryData(settingsQuery.queryKey, stored);
  client.setQueryData(institutionQuery.queryKey, stored.institution);
  const { settingsHistory } = settings;
  void refresh(client, settingsHistory.path, overview.campus.path, '/identity/password-rules');
  notifySuccess('Settings saved.');
};

/** What others have set meanwhile is read, where that is why a change was refused. */
export const readAfterConflict = (client: QueryClient, error: unknown): void => {
  if (isConflict(error)) void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
};
