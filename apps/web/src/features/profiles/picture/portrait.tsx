import { useState } from 'react';
import avatar from '../../../assets/avatar-default.svg';

interface PortraitProps {
  /** Addresses of the picture, the best first. One that cannot be shown gives way to the next. */
  readonly sources: readonly (string | undefined)[];
  readonly alt: string;
  readonly className: string | undefined;
}

/** A person's picture, or the default one. */
export const Portrait = ({ sources, alt, className }: PortraitProps) => {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const source = sources.find((one) => one !== undefined && !broken.includes(one));
  return (
    <img
      className={className}
      src={source ?? avatar}
      alt={alt}
      onError={() => source !== undefined && setBroken((known) => [...known, source])}
    />
  );
};
