import { ActionIcon, Button, Group } from '@mantine/core'
import { IconCheck, IconPencil, IconReport } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '../../shared/failure.ts'
import type { FrozenScreen } from '../../shared/features/reports/report.ts'
import { call, pendingCalls, shownCalls } from '../bridge.ts'
import { lazyNamed } from '../lazy-named.ts'
import { useMutation } from '../mutation.ts'
import { useCall } from '../query.ts'
import { goTo, useReport } from '../view.ts'
import { Notice } from './notice.tsx'
import { PdfButton } from './pdf-button.tsx'

export type FreezableScreen = Omit<FrozenScreen, 'calls'>

let freezable: FreezableScreen | null = null

/** The screen that can currently be frozen as a report. */
export const freezableScreen = () => freezable

/** Registers what is on the screen now; returns a function to unregister it. */
export function showFreezable(screen: FreezableScreen): () => void {
  freezable = screen
  return () => {
    freezable = null
  }
}

const POLL_MS = 50

/**
 * Saves a screen as a report from stored answers, and returns the report's id. Pending calls are waited for; no
 * new ones are made. Throws `cancelled` when another screen is shown by then.
 */
export async function freezeScreen(screen: FreezableScreen): Promise<string> {
  while (pendingCalls() > 0) await new Promise((again) => setTimeout(again, POLL_MS))
  const isShown = JSON.stringify(screen) === JSON.stringify(freezable)
  if (!isShown) throw new AppError({ kind: 'cancelled' })
  return call.reports.freeze({ ...screen, calls: shownCalls() })
}

export function FreezeButton({ screen }: { screen: FreezableScreen }) {
  const { t } = useTranslation('report')
  useEffect(() => showFreezable(screen), [screen])
  const isReport = useReport() !== null
  const { mutate, failure, isPending } = useMutation()
  // When the screen has changed, it is no longer the saved one.
  const screenKey = JSON.stringify(screen)
  const [saved, setSaved] = useState<{ key: string; id: string } | null>(null)
  if (isReport) return null
  const freeze = () =>
    void mutate(async () => {
      const id = await freezeScreen(screen)
      setSaved({ key: screenKey, id })
    })
  if (saved?.key === screenKey) return <Saved id={saved.id} />
  return (
    <>
      <Button
        leftSection={<IconReport size={15} aria-hidden />}
        title={t('freezeHint')}
        loading={isPending}
        onClick={freeze}
      >
        {t('freeze')}
      </Button>
      {failure && failure.kind !== 'cancelled' && <Notice failure={failure} onRetry={freeze} />}
    </>
  )
}

// Loaded on demand, because few users open it.
const CoverDialog = lazyNamed(() => import('./cover-dialog.tsx'), 'CoverDialog')

/**
 * Actions for the report that was just saved: its PDF, its title and note, its place in the
 * library.
 */
function Saved({ id }: { id: string }) {
  const { t } = useTranslation('report')
  const { t: client } = useTranslation('clientReport')
  const [isEdited, setIsEdited] = useState(false)
  return (
    <Group gap={8} wrap="nowrap">
      <PdfButton id={id} />
      <ActionIcon
        size={32}
        variant="default"
        aria-label={client('cover.open')}
        title={client('cover.open')}
        onClick={() => setIsEdited(true)}
      >
        <IconPencil size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={32}
        variant="default"
        aria-label={t('kept')}
        title={t('kept')}
        onClick={() => goTo('reports')}
      >
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      {isEdited && (
        <Suspense>
          <EditedCover id={id} onClose={() => setIsEdited(false)} />
        </Suspense>
      )}
    </Group>
  )
}

/** The current cover, because the same report may have been in the library before. */
function EditedCover({ id, onClose }: { id: string; onClose: () => void }) {
  const all = useCall('reports', 'list').value
  const listed = all?.find((report) => report.id === id)
  if (!listed) return null
  const { cover, about } = listed
  return <CoverDialog {...{ id, cover, onClose }} title={about.title} />
}
