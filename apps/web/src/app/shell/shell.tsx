import type { Role } from '@campus/contract';
import { Outlet } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmIdentityDialog } from '../../features/identity/second-factor/confirm-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Drawer } from './drawer.tsx';
import { usePagesAhead } from './prefetch.ts';
import { RouteAnnouncer } from './route-announcer.tsx';
import { SessionGuard } from './session-guard.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useLayout } from './use-layout.ts';
import { useSignOut } from './use-sign-out.ts';
import { WaitingWork } from './waiting-work.tsx';
import classes from './shell.module.css';

interface ShellFrameProps {
  readonly area: Role;
  readonly children: ReactNode;
}

/** Sidebar, or top bar and drawer, around a page. */
export const ShellFrame = ({ area, children }: ShellFrameProps) => {
  usePagesAhead(area);
  const layout = useLayout();
  const [drawer, setDrawer] = useState(false);
  const main = useRef<HTMLElement>(null);
  const closeDrawer = () => setDrawer(false);
  // The drawer lies above every other window.
  const signOut = useSignOut(closeDrawer);
  const toggle = () =>
    layout.kind === 'rail' ? setDrawer(true) : layout.setCollapsed(!layout.collapsed);
  return (
    <div className={classes['shell']} data-kind={layout.kind} data-collapsed={layout.collapsed}>
      <a
        className={classes['skip']}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      {layout.kind === 'phone' ? (
        <TopBar area={area} onMenu={() => setDrawer(true)} menuOpen={drawer} />
      ) : (
        <header className={classes['side']}>
          <Sidebar area={area} collapsed={layout.collapsed} onToggle={toggle} signOut={signOut} />
        </header>
      )}
      {layout.kind !== 'wide' && (
        <Drawer opened={drawer} onClose={closeDrawer}>
          <Sidebar
            area={area}
            collapsed={false}
            onToggle={closeDrawer}
            signOut={signOut}
            onFollow={closeDrawer}
          />
        </Drawer>
      )}
      <main className={classes['main']} id="content" ref={main} tabIndex={-1}>
        <div className={classes['content']}>{children}</div>
      </main>
      <ConfirmDialog
        opened={signOut.asking}
        onClose={signOut.stay}
        title="Sign out with unsent marks?"
        confirmLabel="Sign out anyway"
        onConfirm={signOut.confirm}
      >
        Marks that were not submitted yet are kept on this device only. Signing out deletes them.
      </ConfirmDialog>
      <RouteAnnouncer />
      <SessionGuard />
      <ConfirmIdentityDialog />
      <WaitingWork />
    </div>
  );
};

export const Shell = ({ area }: { readonly area: Role }) => (
  <ShellFrame area={area}>
    <Outlet />
  </ShellFrame>
);
