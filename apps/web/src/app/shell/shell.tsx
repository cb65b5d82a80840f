import type { Role } from '@campus/contract';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ConfirmIdentityDialog } from '../../features/identity/second-factor/confirm-dialog.tsx';
import { listUnsent } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Hidden } from '../../ui/hidden.tsx';
import { Mark } from '../../ui/mark.tsx';
import { usePagesAhead } from './prefetch.ts';
import { SessionGuard } from './session-guard.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSignOut } from './use-sign-out.ts';
import classes from './shell.module.css';

interface DrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar over the page. The browser's own dialog keeps the focus inside and closes on Escape. */
const Drawer = ({ opened, onClose, children }: DrawerProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside the drawer; the key for it is Escape
    <dialog
      ref={dialog}
      className={classes['drawer']}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {opened && children}
    </dialog>
  );
};

interface TopBarProps {
  readonly area: Role;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** On phones, in place of the sidebar. */
const TopBar = ({ area, menuOpen, onMenu }: TopBarProps) => (
  <header className={classes['bar']}>
    <button
      type="button"
      className={classes['menu']}
      aria-label="Menu"
      aria-haspopup="dialog"
      aria-expanded={menuOpen}
      onClick={onMenu}
    >
      <IconMenu2 size={24} stroke={1.75} aria-hidden />
    </button>
    <span className={classes['name']}>{area === 'teacher' ? 'Teacher' : 'Campus'}</span>
    <Mark className={classes['mark'] ?? ''} />
  </header>
);

const atOnce = { getInitialValueInEffect: false };

/** `phone`: top bar and drawer. `rail`: icons, the open sidebar over the page. `wide`: both widths. */
const useLayout = () => {
  const phone = useMediaQuery('(max-width: 576px)', false, atOnce);
  const rail = useMediaQuery('(max-width: 768px)', false, atOnce);
  const [choice, setChoice] = useLocalStorage<'open' | 'collapsed'>({
    key: 'campus-sidebar',
    defaultValue: 'open',
    getInitialValueInEffect: false,
  });
  return {
    kind: phone ? 'phone' : rail ? 'rail' : 'wide',
    collapsed: rail || choice === 'collapsed',
    setCollapsed: (collapsed: boolean) => setChoice(collapsed ? 'collapsed' : 'open'),
  };
};

const SendWaiting = lazy(
  () => import('../../features/attendance/marking/sending/send-waiting.part.tsx'),
);

/** Work that met no network goes out from every page, not only from the one it was done on. */
const WaitingWork = () => {
  // Looked at again on every page.
  useLocation();
  const person = useSession()?.email;
  if (person === undefined || listUnsent(person).length === 0) return null;
  return (
    <Suspense fallback={null}>
      <SendWaiting person={person} />
    </Suspense>
  );
};

/** Says the title of the page arrived at, for people who listen to the page. */
const RouteAnnouncer = () => {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) setTitle(document.title);
      }),
    [router],
  );
  return (
    <Hidden>
      <span aria-live="polite">{title}</span>
    </Hidden>
  );
};

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
