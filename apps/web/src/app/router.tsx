import type { Role } from '@campus/contract';
import { roles } from '@campus/contract';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { navigateTo, signInPath } from '../lib/navigation.ts';
import { readSession } from '../lib/session.ts';
import { departing } from '../ui/arrival.ts';
import type { AreaPage } from './areas/area-page.ts';
import { NotFound, NotFoundAnywhere } from './not-found.tsx';
import { PageFailed } from './page-failed.tsx';
import { areas } from './routes.ts';
import { Shell } from './shell/shell.tsx';

/** Lets in who belongs here; others go to the sign-in page or to their own dashboard. */
const guard = (area: Role, href: string): Promise<void> | undefined => {
  const session = readSession();
  if (session?.role === area) return undefined;
  if (session) throw redirect({ to: `/${session.role}/dashboard`, replace: true });
  navigateTo(signInPath(href));
  return new Promise(() => {
    // Nothing is shown until the sign-in page has taken over.
  });
};

const rootRoute = createRootRoute({ notFoundComponent: NotFoundAnywhere });

const pageRoute = (parent: ReturnType<typeof areaRoute>, page: AreaPage) =>
  createRoute({
    getParentRoute: () => parent,
    path: page.path,
    component: lazyRouteComponent(page.load),
  });

const areaRoute = (area: Role) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: `/${area}`,
    beforeLoad: ({ location }) => guard(area, location.href),
    component: () => <Shell area={area} />,
    notFoundComponent: NotFound,
  });

/** An address that leads on to a page of the area. */
const forwarded = (
  parent: ReturnType<typeof areaRoute>,
  path: string,
  to: `/${Role}/${'dashboard' | 'security'}`,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

const routeTree = rootRoute.addChildren(
  roles.map((role) => {
    const area = areaRoute(role);
    return area.addChildren([
      forwarded(area, '/', `/${role}/dashboard`),
      // Where the password was changed in earlier versions.
      forwarded(area, 'password', `/${role}/security`),
      ...areas[role].map((page) => pageRoute(area, page)),
    ]);
  }),
);

export const makeRouter = () => {
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageFailed,
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) departing();
  });
  return router;
};
