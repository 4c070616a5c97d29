// The data that this device stores for offline reading, and storage problems.
import { useEffect, useState } from 'react';
import { clearSavedAnswers, savedStats, useStorageTrouble } from '../../../data/device/device.ts';
import { useInstance } from '../../../data/session/instance.ts';
import { useSession } from '../../../data/session/session.ts';
import { unitText } from '../../../format/intl.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel, PanelRow } from '../../../ui/panel.tsx';
import { t } from '../../../words/t.ts';

type StorageUse = {
  /** Null where this device stores nothing. */
  mine: { count: number; bytes: number } | null;
  /** The usage and quota of this site, in bytes; null where the browser does not say. */
  all: { usage: number; quota: number } | null;
};

const troublesOf = (name: string) => ({
  full: t(
    'This device is full. {name} works, but without a connection you may see only part of it, and your changes may get lost. Free up some space, then open this page again.',
    { name },
  ),
  unavailable: t(
    "This browser doesn't let {name} save anything, perhaps because this is a private window. {name} works, but only with a connection.",
    { name },
  ),
});

export function StorageSettings() {
  const userId = useSession().user?.id;
  const { locale } = useViewer();
  const [storage, setStorage] = useState<StorageUse | null>(null);
  const [outcome, setOutcome] = useState<'cleared' | 'failed' | null>(null);
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    void readUse(userId).then((found) => isCurrent && setStorage(found));
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  const clear = async () => {
    if (!userId) return;
    setOutcome(
      await clearSavedAnswers(userId).then(
        () => 'cleared' as const,
        (error: unknown) => {
          console.warn('The saved answers could not be deleted.', error);
          return 'failed' as const;
        },
      ),
    );
    setStorage(await readUse(userId));
  };
  const trouble = useStorageTrouble();
  const { name } = useInstance();
  return (
    <Panel
      title={t('Without a connection')}
      about={trouble === 'unavailable' ? undefined : t('What you open stays on this device, just for you.')}
    >
      {trouble ? <PanelRow icon="circle-alert">{troublesOf(name)[trouble]}</PanelRow> : null}
      {storage?.mine ? (
        <PanelRow
          icon="hard-drive"
          note={
            storage.all && storage.all.quota > 0
              ? t('Including the app: {used} of the {allowed} this browser allows', {
                  used: sizeText(storage.all.usage, locale),
                  allowed: sizeText(storage.all.quota, locale),
                })
              : undefined
          }
          aside={
            storage.mine.count > 0 ? (
              <Button look="outline" onClick={() => void clear()}>
                {t('Clear')}
              </Button>
            ) : null
          }
        >
          <span role="status">
            {/* First: an answer may be saved again before the pages are counted. */}
            {outcome === 'cleared'
              ? t('Cleared. What you open from now on is saved again.')
              : storage.mine.count > 0
                ? `${t('{count, plural, one {# page} other {# pages}}', { count: storage.mine.count })}, ${sizeText(storage.mine.bytes, locale)}`
                : t('Nothing saved yet.')}
            {outcome === 'failed' ? ` ${t("We couldn't clear it. Try again.")}` : null}
          </span>
        </PanelRow>
      ) : storage ? null : (
        <PanelRow icon="hard-drive">{t('Checking…')}</PanelRow>
      )}
    </Panel>
  );
}

async function readUse(userId: string): Promise<StorageUse> {
  const [mine, estimate] = await Promise.all([
    savedStats(userId),
    navigator.storage?.estimate?.().catch(() => null),
  ]);
  return { mine, all: estimate ? { usage: estimate.usage ?? 0, quota: estimate.quota ?? 0 } : null };
}

/** `840 kB`, `1.2 MB`, `3.4 GB`. */
function sizeText(bytes: number, locale: string): string {
  const [unit, size] =
    bytes < 1_000_000
      ? (['kilobyte', bytes / 1000] as const)
      : bytes < 1_000_000_000
        ? (['megabyte', bytes / 1_000_000] as const)
        : (['gigabyte', bytes / 1_000_000_000] as const);
  return unitText(locale, size, unit, size < 10 && unit !== 'kilobyte' ? 1 : 0);
}
