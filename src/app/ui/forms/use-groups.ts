// Which folded groups of a long form are open: those that the person opened, and those that contain an error.
import { useEffect, useState } from 'react';
import type { GroupState } from './rows.tsx';

/**
 * `groupOf`: the group of each field, by the first part of the field's path. Returns the props of the `Group`
 * with that name.
 */
export function useGroups<Name extends string>(
  errors: { fields: Readonly<Record<string, string>> },
  groupOf: Readonly<Record<string, Name>>,
) {
  const [open, setOpen] = useState<ReadonlySet<Name>>(new Set());
  useEffect(() => {
    const wrong = Object.keys(errors.fields).flatMap((path) => groupOf[path.split('.')[0] ?? ''] ?? []);
    if (wrong.length > 0) setOpen((before) => new Set([...before, ...wrong]));
  }, [errors, groupOf]);
  return (name: Name): GroupState => ({
    name,
    isOpen: open.has(name),
    onToggle: (isOpen: boolean) =>
      setOpen((before) => new Set(isOpen ? [...before, name] : [...before].filter((one) => one !== name))),
  });
}
