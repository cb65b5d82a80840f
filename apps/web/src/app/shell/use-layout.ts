import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

export interface Layout {
  /** `phone`: top bar and drawer. `rail`: icons, the open sidebar over the page. `wide`: both widths. */
  readonly kind: 'phone' | 'rail' | 'wide';
  readonly collapsed: boolean;
  readonly setCollapsed: (collapsed: boolean) => void;
}

const atOnce = { getInitialValueInEffect: false };

export const useLayout = (): Layout => {
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
    setCollapsed: (collapsed) => setChoice(collapsed ? 'collapsed' : 'open'),
  };
};
