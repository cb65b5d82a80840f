import type { Role } from '@campus/contract';
import { useLocalStorage } from '@mantine/hooks';
import { IconLock, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ConfirmIdentityDialog } from '../../features/identity/second-factor/confirm-dialog.tsx';
import { campusQuery } from '../../lib/campus.ts';
import { DutyContext } from '../../lib/may-call.tsx';
import { cacheDuty, cachedDuty } from '../../lib/session.ts';
import { isDraft, listUnsent } from '../../lib/unsent.ts';
import { usePerson, useSession } from '../../lib/use-session.ts';
import { phoneWidth, useMedia } from '../../lib/use-media.ts';
import { ConfirmDialog } from '../../ui/actions.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { loadSearch, usePrefetchPages, usePrepareOffline } from './prefetch.ts';
import { SessionGuard } from './session-guard.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFocusKept } from './use-focus-kept.ts';
import { useOpenPages } from './use-open-pages.ts';
import { useSignOut } from './use-sign-out.ts';
import classes from './shell.module.css';

interface DrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar on top of the page. A native dialog keeps the focus inside and closes on Escape. */
const Drawer = ({ opened, onClose, children }: DrawerProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click outside closes it, as Escape does
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
  readonly find: ReactNode;
}

/** Replaces the sidebar on phones. */
const TopBar = ({ area, menuOpen, onMenu, find }: TopBarProps) => (
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
    {find}
  </header>
);

/**
 * `phone`: top bar and drawer. `rail`: icons, with the open sidebar on top of the page. `wide`: the sidebar,
 * open or collapsed.
 */
const useLayout = () => {
  const phone = useMedia(phoneWidth);
  const rail = useMedia('(max-width: 768px)');
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
  () => import('../../features/attendance/marking/sending/send-queued.lazy.tsx'),
);

const Find = lazy(loadSearch);

/** Keeps what is typed before the search is there out of the field behind it, and returns the focus to that. */
const FindLoading = ({ onCancel }: { readonly onCancel: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes['awaited']}
      aria-label="Search or go to"
      onCancel={onCancel}
    />
  );
};

/** The button that opens the global search, as does Ctrl+K. */
const useSearchDialog = (area: Role) => {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // Not while another dialog is open.
      if (!document.querySelector('dialog[open], [role="dialog"]')) setOpened(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const button = (
    <button
      type="button"
      className={classes['find']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={() => setOpened(true)}
    >
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <span>Search or go to</span>
      <kbd aria-hidden>Ctrl K</kbd>
    </button>
  );
  const close = () => setOpened(false);
  const dialog = opened && (
    <Suspense fallback={<FindLoading onCancel={close} />}>
      <Find area={area} onClose={close} />
    </Suspense>
  );
  return { button, dialog };
};

/** Sends work that was saved offline from any page, not just the one where it was done. */
const QueuedWork = () => {
  // Rerenders on every change of page.
  useLocation();
  const person = useSession()?.email;
  if (person === undefined || listUnsent(person).every(isDraft)) return null;
  return (
    <Suspense fallback={null}>
      <SendWaiting person={person} />
    </Suspense>
  );
};

/** Announces the title of a new page to screen readers, and again once it names the record. */
const RouteAnnouncer = () => {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    const say = (): void => setTitle(document.title);
    const changes = new MutationObserver(say);
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      say();
      changes.observe(document.head, { subtree: true, childList: true, characterData: true });
    });
    return () => {
      changes.disconnect();
      unsubscribe();
    };
  }, [router]);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{title}</span>
    </VisuallyHidden>
  );
};

interface ShellFrameProps {
  readonly area: Role;
  readonly children: ReactNode;
}

const Frame = ({ area, children }: ShellFrameProps) => {
  usePrefetchPages(area);
  usePrepareOffline(area);
  useFocusKept();
  const layout = useLayout();
  const find = useSearchDialog(area);
  const [drawer, setDrawer] = useState(false);
  const main = useRef<HTMLElement>(null);
  // Under a new e-mail, pages begin anew with what the device keeps: it has moved there.
  const { email } = usePerson();
  const closeDrawer = () => setDrawer(false);
  // The drawer would cover the dialog.
  const signOut = useSignOut(closeDrawer);
  const toggle = () =>
    layout.kind === 'rail' ? setDrawer(true) : layout.setCollapsed(!layout.collapsed);
  return (
    <div className={classes['shell']} data-kind={layout.kind} data-collapsed={layout.collapsed}>
      <SkipLink to={() => main.current}>Skip to content</SkipLink>
      {layout.kind === 'phone' ? (
        <TopBar area={area} onMenu={() => setDrawer(true)} menuOpen={drawer} find={find.button} />
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
        <div className={classes['content']} key={email}>
          {layout.kind !== 'phone' && find.button}
          {children}
        </div>
      </main>
      <ConfirmDialog
        opened={signOut.asking !== null}
        onClose={signOut.stay}
        title={`Sign out with unsent ${signOut.asking ?? 'marks'}?`}
        confirmLabel="Sign out anyway"
        onConfirm={signOut.confirm}
      >
        {signOut.asking === 'text'
          ? 'What you have typed into a form and not sent is kept on this device only. Signing out deletes it.'
          : 'Marks that were not submitted yet are kept on this device only. Signing out deletes them.'}
      </ConfirmDialog>
      {find.dialog}
      <RouteAnnouncer />
      <SessionGuard key={email} />
      <ConfirmIdentityDialog />
      <QueuedWork />
    </div>
  );
};

/**
 * The sidebar, or top bar and drawer, around a page. Hides what an administrator's duty does not allow, and
 * everything until the duty is known.
 */
export const ShellFrame = (props: ShellFrameProps) => {
  const ofOffice = props.area === 'admin';
  const { data, isError } = useQuery({ ...campusQuery, enabled: ofOffice });
  // A server of the previous version does not send duties.
  const duty = data ? (data.duty ?? null) : cachedDuty();
  useEffect(() => {
    if (ofOffice && data) cacheDuty(data.duty ?? null);
  }, [ofOffice, data]);
  if (ofOffice && duty === undefined && !isError) return null;
  return (
    <DutyContext value={ofOffice ? (duty ?? null) : null}>
      <Suspense fallback={null}>
        <Frame {...props} />
      </Suspense>
    </DutyContext>
  );
};

/** The page of the address, if the person may make the call it depends on. */
const OpenPage = ({ area }: { readonly area: Role }) => {
  const path = useMatches().at(-1)?.fullPath ?? '';
  const open = useOpenPages();
  if (open(path.replace(`/${area}/`, ''))) return <Outlet />;
  return (
    <Page title="Not open to you">
      <EmptyState
        card
        icon={IconLock}
        text="Your duty does not include this page. An administrator with full rights can give you access."
        action={<Link to={`/${area}/dashboard`}>Back to the dashboard</Link>}
      />
    </Page>
  );
};

export const Shell = ({ area }: { readonly area: Role }) => (
  <ShellFrame area={area}>
    <OpenPage area={area} />
  </ShellFrame>
);
