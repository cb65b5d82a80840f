import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls back with the day before when today has become another one while the page was open. */
export const useDayShown = (today: string, onNewDay: (before: string) => void): void => {
  const shown = useRef(today);
  const tell = useEffectEvent(onNewDay);
  useEffect(() => {
    const before = shown.current;
    shown.current = today;
    if (before !== today) tell(before);
  }, [today]);
};
