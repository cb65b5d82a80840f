import { type Role, roles } from '@campus/contract';
import { IconMapQuestion } from '@tabler/icons-react';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  redirect,
} from '@tanstack/react-router';
import { navigateTo, signInPath } from '../lib/navigation.ts';
import { readSession } from '../lib/session.ts';
import { useSession } from '../lib/use-session.ts';
import { Card, navigationStarted, PageHead } from '../ui/page.tsx';
import { EmptyState, ErrorState } from '../ui/loaded.tsx';
import { pages } from './pages.ts';
import { Shell, ShellFrame } from './shell/shell.tsx';

/** Shown for an unknown address within an area. */
const NotFound = () => {
  const session = useSession();
  return (
    <>
      <PageHead title="Page not found" />
      <EmptyState
        card
        icon={IconMapQuestion}
        text="There is no page at this address."
        action={
          session ? (
            <Link to={`/${session.role}/dashboard`}>Back to the dashboard</Link>
          ) : (
            <a href="/">Back to the start</a>
          )
        }
      />
    </>
  );
};

/** The same for addresses outside the areas, in the shell of the signed-in person if there is one. */
const NotFoundAnywhere = () => {
  const session = useSession();
  if (!session) {
    return (
      <main style={{ padding: 30 }}>
        <NotFound />
      </main>
    );
  }
  return (
    <ShellFrame area={session.role}>
      <NotFound />
    </ShellFrame>
  );
};

/** Shown if a page throws or its code cannot be loaded; Try again reloads the document. */
const PageFailed = () => (
  <>
    <PageHead title="This page could not be shown" />
    <Card>
      <ErrorState
        text="Something went wrong while opening this page. Please check your connection and try again."
        onRetry={() => window.location.reload()}
      />
    </Card>
  </>
);

/** Admits people with this role; sends others to the sign-in page or to their own dashboard. */
const guard = (area: Role, href: string): Promise<void> | undefined => {
  const session = readSession();
  if (session?.role === area) return undefined;
  if (session) throw redirect({ to: `/${session.role}/dashboard`, replace: true });
  navigateTo(signInPath(href));
  return new Promise(() => {
    // Never resolves: nothing is shown until the sign-in page has loaded.
  });
};

const rootRoute = createRootRoute({ notFoundComponent: NotFoundAnywhere });

const areaRoute = (area: Role) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: `/${area}`,
    beforeLoad: ({ location }) => guard(area, location.href),
    component: () => <Shell area={area} />,
    notFoundComponent: NotFound,
  });

/** Redirects within an area. `password` was the page for changing the password in earlier versions. */
const redirects = { '/': 'dashboard', password: 'security' } as const;

const routeTree = rootRoute.addChildren(
  roles.map((role) => {
    const area = areaRoute(role);
    return area.addChildren([
      ...Object.entries(redirects).map(([path, to]) =>
        createRoute({
          getParentRoute: () => area,
          path,
          beforeLoad: () => {
            throw redirect({ to: `/${role}/${to}`, replace: true });
          },
        }),
      ),
      ...Object.entries(pages[role]).map(([path, load]) =>
        createRoute({
          getParentRoute: () => area,
          path,
          component: lazyRouteComponent(load),
          // The page of another record starts anew, and its heading gets the focus. A date is chosen on its page.
          remountDeps: ({ params }) => ({ ...params, date: undefined }),
        }),
      ),
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
    if (fromLocation && pathChanged) navigationStarted();
  });
  return router;
};
