import type { Role } from '@campus/contract';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import skyline from '../../assets/skyline.svg';
import { OwnPortrait } from '../../features/profiles/picture/portrait.tsx';
import { institutionQuery, logoUrl } from '../../lib/institution.ts';
import { Logo } from '../../ui/logo.tsx';
import { type AreaLink, links } from './links.ts';
import { useOpenPages } from './use-open-pages.ts';
import { NavItem, SidebarButton } from './nav-item.tsx';
import type { SignOut } from './use-sign-out.ts';
import classes from './sidebar.module.css';

interface BrandProps {
  readonly area: Role;
  readonly collapsed: boolean;
}

/** The institution's logo, or that of Campus if there is none. */
const Emblem = ({ logo }: { readonly logo: string | null }) =>
  logo === null ? (
    <Logo className={classes['logo'] ?? ''} />
  ) : (
    <img className={classes['institutionLogo']} src={logoUrl(logo)} alt="" />
  );

const Brand = ({ area, collapsed }: BrandProps) => {
  const { data: institution } = useQuery(institutionQuery);
  const [name, line] =
    area === 'teacher'
      ? ['Teacher', institution?.name ?? 'Campus']
      : ['Campus', institution?.name ?? 'Management System'];
  return (
    <div className={classes['brand']} data-collapsed={collapsed || undefined}>
      {area === 'teacher' ? (
        <OwnPortrait className={classes['portrait']} />
      ) : (
        <Emblem logo={institution?.logo ?? null} />
      )}
      {!collapsed && (
        <div>
          <div className={classes['name']}>{name}</div>
          <div className={classes['line']} title={line}>
            {line}
          </div>
        </div>
      )}
    </div>
  );
};

const steps = {
  light: { icon: IconSun, label: 'Switch to light' },
  dark: { icon: IconMoon, label: 'Switch to dark' },
  auto: { icon: IconDeviceDesktop, label: 'Follow the system’s colours' },
} as const;

/**
 * Switches from the system's scheme to the other one, then to the system's own as a fixed choice, then back
 * to auto.
 */
const SchemeToggle = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const other = shown === 'dark' ? 'light' : 'dark';
  const next = colorScheme !== 'auto' && shown === system ? 'auto' : other;
  const { icon, label } = steps[next];
  return <SidebarButton icon={icon} label={label} collapsed onClick={() => setColorScheme(next)} />;
};

interface SidebarProps {
  readonly area: Role;
  readonly collapsed: boolean;
  readonly onToggle: () => void;
  readonly signOut: SignOut;
  /** Called when a link was followed, to close the drawer. */
  readonly onFollow?: () => void;
}

export const Sidebar = ({ area, collapsed, onToggle, signOut, onFollow }: SidebarProps) => {
  const { first, second } = links[area];
  const open = useOpenPages();
  const items = (group: readonly AreaLink[]) =>
    group
      .filter(({ path }) => open(path))
      .map((link) => (
        <li key={link.path}>
          <NavItem {...{ area, link, collapsed, onFollow }} />
        </li>
      ));
  return (
    <div className={classes['sidebar']} data-collapsed={collapsed || undefined}>
      <Brand area={area} collapsed={collapsed} />
      <nav className={classes['nav']} aria-label="Main">
        <ul>{items(first)}</ul>
        <ul className={classes['secondary']} aria-label="More">
          {items(second)}
        </ul>
      </nav>
      <div className={classes['view']}>{!collapsed && <img src={skyline} alt="" />}</div>
      <div className={classes['footer']}>
        <SidebarButton
          icon={collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
          label={collapsed ? 'Expand' : 'Collapse'}
          collapsed={collapsed}
          onClick={onToggle}
        />
        <SchemeToggle />
        <SidebarButton
          icon={IconLogout}
          label={signOut.leaving ? 'Signing out...' : 'Sign out'}
          collapsed={collapsed}
          disabled={signOut.leaving}
          onClick={signOut.begin}
        />
      </div>
    </div>
  );
};
