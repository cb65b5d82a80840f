import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { SidebarButton } from './sidebar-button.tsx';

const steps = {
  light: { icon: IconSun, label: 'Switch to light' },
  dark: { icon: IconMoon, label: 'Switch to dark' },
  auto: { icon: IconDeviceDesktop, label: 'Follow the system’s colours' },
} as const;

/** From the system's scheme to the other one, to the system's own by choice, and back to auto. */
export const SchemeToggle = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const other = shown === 'dark' ? 'light' : 'dark';
  const next = colorScheme !== 'auto' && shown === system ? 'auto' : other;
  const { icon, label } = steps[next];
  return <SidebarButton icon={icon} label={label} collapsed onClick={() => setColorScheme(next)} />;
};
