// Opens the sheet that adds people without an account to a team, from its list of members.
import { lazy, Suspense, useState } from 'react';
import { tellSettled } from '../../../data/resources/settled.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { countOf } from '../../../format/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';

const AddPeopleSheet = lazy(async () => ({
  default: (await import('./add-people-sheet.tsx')).AddPeopleSheet,
}));

export function AddPeople({ teamId }: { teamId: string }) {
  const { locale } = useViewer();
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<{ text: string } | null>(null);
  return (
    <div>
      <Button look="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="user-plus" size={18} />
        Add people
      </Button>
      <StatusLine said={said} />
      <Suspense fallback={null}>
        {isOpen ? (
          <AddPeopleSheet
            teamId={teamId}
            onClose={(added) => {
              setOpen(false);
              if (added === 0) return;
              setSaid({ text: `${countOf(added, 'person', 'people', locale)} added.` });
              tellSettled();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
