import { Button, Loader, Stack } from '@mantine/core'
import {
  IconCheck,
  IconChevronDown,
  IconFileTypePdf,
  IconPencil,
  IconRefresh,
  IconReport,
} from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '../../shared/failure.ts'
import type { FrozenScreen } from '../../shared/features/reports/report.ts'
import { call, pendingCalls, shownCalls } from '../bridge.ts'
import { lazyNamed } from '../lazy-named.ts'
import { useMutation } from '../mutation.ts'
import { useChosenPeriod } from '../period.ts'
import { useCall } from '../query.ts'
import { goTo, useReport, useView } from '../view.ts'
import { useFormat } from './format.ts'
import { Notice } from './notice.tsx'
import { Popover } from './popover.tsx'

export type FreezableScreen = Omit<FrozenScreen, 'calls'>

/**
 * A screen of one player as it can be frozen, with the chosen days to compare with also when the player is too
 * young for them: the report then says so.
 */
export function useFrozenPlayer(
  zone: string,
  of: Pick<FreezableScreen, 'screen' | 'title' | 'account_id' | 'filters'> & { player_id: string },
): FreezableScreen {
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const { period, comparison } = useChosenPeriod(choice, zone)
  return { ...of, player_ids: [of.player_id], group: null, period, comparison }
}

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
  const id = saved?.key === screenKey ? saved.id : null
  const freeze = () =>
    void mutate(async () => setSaved({ key: screenKey, id: await freezeScreen(screen) }))
  const actions = useSavedActions(id, freeze)
  if (isReport) return null
  // One button, so that it keeps the focus.
  const button =
    id === null
      ? { Icon: IconReport, text: t('freeze'), title: t('freezeHint'), onClick: freeze, isPending }
      : { Icon: isPending ? Loader : IconCheck, text: t('kept'), onClick: actions.toggle }
  return (
    <>
      <Popover {...actions.popover} position="bottom-end" withRoles={id !== null}>
        <Popover.Target>
          <Button
            leftSection={<button.Icon size={15} aria-hidden />}
            rightSection={id !== null && <IconChevronDown size={14} aria-hidden />}
            title={button.title}
            loading={button.isPending ?? false}
            onClick={button.onClick}
          >
            {button.text}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={4} aria-label={t('kept')}>
          {actions.list}
        </Popover.Dropdown>
      </Popover>
      {failure && failure.kind !== 'cancelled' && <Notice failure={failure} onRetry={freeze} />}
      {actions.result}
    </>
  )
}

// Loaded on demand, because few users open it.
const CoverDialog = lazyNamed(() => import('./cover-dialog.tsx'), 'CoverDialog')

/** What can be done with the report that was just saved, and `freeze` for figures that came since. */
function useSavedActions(id: string | null, freeze: () => void) {
  const { t } = useTranslation('report')
  const { t: client } = useTranslation('clientReport')
  const { language } = useFormat()
  const { mutate, failure } = useMutation()
  const [openFor, setOpenFor] = useState<string | null>(null)
  const [pdfOf, setPdfOf] = useState<string | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const isOpen = id !== null && openFor === id
  const savePdf = () => {
    setPdfOf(id)
    void mutate(async () => id && call.reports.pdf({ id, language }))
  }
  const action = (text: string, Icon: typeof IconReport, act: () => void) => (
    <Button
      variant="subtle"
      justify="flex-start"
      leftSection={<Icon size={15} aria-hidden />}
      onClick={() => {
        setOpenFor(null)
        act()
      }}
    >
      {text}
    </Button>
  )
  return {
    toggle: () => setOpenFor(isOpen ? null : id),
    popover: {
      opened: isOpen,
      onChange: () => setOpenFor(null),
      // The focus returns when the dialog that was opened from it is closed too.
      returnFocus: editedId === null,
    },
    list: (
      <Stack gap={0}>
        {action(t('freezeAgain'), IconRefresh, freeze)}
        {action(t('showLibrary'), IconReport, () => goTo('reports'))}
        {action(t('pdf'), IconFileTypePdf, savePdf)}
        {action(client('cover.open'), IconPencil, () => setEditedId(id))}
      </Stack>
    ),
    result: (
      <>
        {failure && pdfOf === id && <Notice failure={failure} onRetry={savePdf} />}
        {editedId !== null && (
          <Suspense>
            <EditedCover id={editedId} onClose={() => setEditedId(null)} />
          </Suspense>
        )}
      </>
    ),
  }
}

/** The current cover, because the same report may have been in the library before. */
function EditedCover({ id, onClose }: { id: string; onClose: () => void }) {
  const all = useCall('reports', 'list').value
  const listed = all?.find((report) => report.id === id)
  if (!listed) return null
  const { cover, about } = listed
  return <CoverDialog {...{ id, cover, onClose }} title={about.title} />
}
