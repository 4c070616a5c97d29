// A secret address at which other calendar programs find mine: makes it, copies it, opens it in the device's own calendar.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../data/call.ts';
import { formErrors } from '../../data/problem.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const Sheet = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: { base: 'auto 0 0 0', md: '0' },
    m: { md: 'auto' },
    w: 'full',
    maxW: { base: '100%', md: '30rem' },
    maxH: '90dvh',
    p: '5',
    pb: 'max(1.25rem, env(safe-area-inset-bottom))',
    bg: 'bg',
    color: 'fg',
    roundedTop: 'xl',
    roundedBottom: { md: 'xl' },
    shadow: 'overlay',
    animation: 'rise 180ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    '&::backdrop': { bg: 'rgb(3 7 18 / 0.5)' },
    '& .head': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3' },
    '& h2': { fontSize: 'xl', fontWeight: '800' },
    '& p': { color: 'fg.muted', mt: '2' },
    '& form, & .made': { display: 'grid', gap: '3', mt: '4' },
    '& label': { display: 'flex', alignItems: 'center', gap: '3', minH: 'target', fontWeight: '500' },
    '& label input[type=checkbox]': { w: '5', h: '5', accentColor: 'var(--s-colors-brand-solid)' },
    '& input[readonly]': {
      w: 'full',
      minH: '48px',
      px: '3.5',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border.strong',
      rounded: 'md',
      fontFamily: 'mono',
      fontSize: 'sm',
    },
    '& .told': { mt: '0' },
    '& .wrong': { color: 'danger', fontWeight: '500' },
    '& .more a': { color: 'brand', fontWeight: '600' },
  },
});
const OpenLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: 'target',
    px: '5',
    rounded: 'md',
    fontWeight: '600',
    borderWidth: '1px',
    borderColor: 'border',
    bg: 'bg.panel',
    _hover: { bg: 'bg.subtle' },
  },
});

export function SubscribeSheet({ onClose }: { onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const make = async (form: FormData) => {
    setBusy(true);
    try {
      const body = {
        teams: [],
        includeCoaching: form.has('includeCoaching'),
        includeUnanswered: form.has('includeUnanswered'),
      };
      setUrl((await callApi('POST /api/users/me/calendar-feed', { body })).url);
      setWrong(null);
    } catch (error) {
      setWrong(formErrors(error).form);
    }
    setBusy(false);
  };
  return (
    <Sheet
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event: React.MouseEvent) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className="head">
        <h2 id={id}>Subscribe</h2>
        <Button look="outline" shape="icon" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </Button>
      </div>
      {url ? <Made url={url} /> : <Choices isBusy={isBusy} wrong={wrong} onMake={make} />}
    </Sheet>
  );
}

function Choices({
  isBusy,
  wrong,
  onMake,
}: {
  isBusy: boolean;
  wrong: string | null;
  onMake: (form: FormData) => Promise<void>;
}) {
  const isCoach = useSession().user?.type === 'coach';
  return (
    <>
      <p>
        Your events in the calendar you already use. It looks for changes by itself; a cancelled event says so
        there too.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onMake(new FormData(event.currentTarget));
        }}
      >
        <div>
          <label>
            <input type="checkbox" name="includeUnanswered" defaultChecked />
            Also what I have not replied to
          </label>
          {isCoach ? (
            <label>
              <input type="checkbox" name="includeCoaching" defaultChecked />
              Also what I coach
            </label>
          ) : null}
        </div>
        <div role="alert">{wrong ? <span className="wrong">{wrong}</span> : null}</div>
        <Button type="submit" shape="wide" busy={isBusy}>
          Make my address
        </Button>
      </form>
    </>
  );
}

function Made({ url }: { url: string }) {
  const [told, setTold] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setTold('Copied');
    } catch {
      field.current?.select();
      setTold('Copy the address that is selected');
    }
  };
  return (
    <>
      <p>Whoever knows this address sees your events. It is shown only now.</p>
      <div className="made">
        <input ref={field} readOnly value={url} aria-label="Your calendar address" />
        <Button shape="wide" onClick={() => void copy()}>
          Copy the address
        </Button>
        <OpenLink href={url.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar" size={18} />
          Open in my calendar app
        </OpenLink>
        <p role="status" className="told">
          {told}
        </p>
        <p className="more">
          You can end it any time in <Link to="/my/settings">your settings</Link>.
        </p>
      </div>
    </>
  );
}
