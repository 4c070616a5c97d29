// Which groups of the event form are open: those that the person opened, and those that have something wrong in them.
import { useEffect, useState } from 'react';
import { type GroupName, groupsWith } from './body.ts';
import type { FormErrors } from './form-errors.ts';
import type { GroupState } from './rows.tsx';

/** Returns what a `Group` of that name needs. */
export function useGroups(errors: FormErrors) {
  const [open, setOpen] = useState<ReadonlySet<GroupName>>(new Set());
  useEffect(() => {
    const wrong = groupsWith(errors.fields);
    if (wrong.length > 0) setOpen((before) => new Set([...before, ...wrong]));
  }, [errors]);
  return (name: GroupName): GroupState => ({
    name,
    isOpen: open.has(name),
    onToggle: (isOpen: boolean) =>
      setOpen((before) => new Set(isOpen ? [...before, name] : [...before].filter((one) => one !== name))),
  });
}
