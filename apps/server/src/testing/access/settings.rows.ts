import { picture } from '../picture.ts';
import { closed, type FeatureRows } from './row.ts';

interface Logo {
  readonly logo: Buffer;
}

const onlyAdmin = { admin: 200, teacher: closed, student: closed } as const;

export const settingsRows: FeatureRows<Logo> = {
  prepare: async () => ({ logo: await picture('png') }),
  rows: [
    { id: 'settings.readSettings', ...onlyAdmin, request: () => ({ path: '/api/settings' }) },
    {
      id: 'settings.changeSettings',
      ...onlyAdmin,
      request: () => ({ path: '/api/settings', body: { name: 'Northfield University' } }),
    },
    {
      id: 'settings.uploadLogo',
      ...onlyAdmin,
      request: ({ logo }) => ({
        path: '/api/settings/logo',
        form: [{ field: 'image', name: 'logo.png', type: 'image/png', content: logo }],
      }),
    },
    { id: 'settings.removeLogo', ...onlyAdmin, request: () => ({ path: '/api/settings/logo' }) },
    {
      id: 'settings.settingsHistory',
      ...onlyAdmin,
      request: () => ({ path: '/api/settings/history' }),
    },
  ],
};
