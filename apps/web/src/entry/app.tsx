import '../app/theme/base.css';
import '../app/theme/mantine-styles.ts';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import '../app/theme/mantine.css';
import { RouterProvider } from '@tanstack/react-router';
import { makeQueryClient, Providers } from '../app/providers.tsx';
import { makeRouter } from '../app/router.tsx';
import { mount } from './mount.tsx';

mount(
  <Providers queryClient={makeQueryClient()}>
    <RouterProvider router={makeRouter()} />
  </Providers>,
);
