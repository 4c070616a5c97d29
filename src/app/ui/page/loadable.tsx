// Components whose code is loaded when they are first shown, or earlier.
import { type ComponentType, lazy, useState } from 'react';

export type Loadable<Props = object> = ComponentType<Props> & {
  /** Rejects where the code cannot be loaded. */
  load: () => Promise<unknown>;
  /** The same for prefetching: never rejects. */
  preload: () => Promise<void>;
};

export type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

/**
 * The component `name` of a module that is loaded when it is first shown, or earlier by `preload`. Loaded
 * code is rendered at once: a component that suspends, even for a moment, shows its fallback for React's 300
 * ms.
 */
export function loadable<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= (await load())[name];
    return { default: loaded };
  };
  const Lazy = lazy(loadOnce) as ComponentType<Props>;
  // A part of the page that is already shown stays the same element, even when its code arrives meanwhile.
  const Screen = (props: Props) => {
    const [Content] = useState(() => loaded ?? Lazy);
    return <Content {...props} />;
  };
  // `preload` ignores a failure: opening the screen tries again, and shows the error.
  return Object.assign(Screen, {
    load: loadOnce,
    preload: () =>
      loadOnce().then(
        () => {},
        () => {},
      ),
  });
}
