// Components whose code is loaded when they are first shown, or earlier.
import { type ComponentType, lazy, useState } from 'react';

export type Loadable<Props = object> = ComponentType<Props> & {
  /** Rejects where the code cannot be had. */
  load: () => Promise<unknown>;
  /** The same, for what is only asked for ahead: never rejects. */
  preload: () => Promise<void>;
};

export type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

/**
 * The component `name` of a module that is loaded when it is first shown, or earlier by `preload`. Loaded code is rendered
 * at once: what suspends, even for a moment, shows its fallback for React's 300 ms.
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
  // A part of the page that is already shown stays the same element, also when its code has come meanwhile.
  const Screen = (props: Props) => {
    const [Content] = useState(() => loaded ?? Lazy);
    return <Content {...props} />;
  };
  // A failure here is no news: opening the screen asks again, and says so.
  return Object.assign(Screen, {
    load: loadOnce,
    preload: () =>
      loadOnce().then(
        () => {},
        () => {},
      ),
  });
}
