import { Box, Button, CloseButton, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconFileCheck } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_DROPPED_BYTES } from '../../shared/features/reports/report.ts'
import { call, onChanged } from '../bridge.ts'
import { leavePage } from '../kept-in-page.ts'
import { useMutation } from '../mutation.ts'
import { useCall } from '../query.ts'
import { useFormat } from '../ui/format.ts'
import kit from '../ui/kit.module.css'
import { Notice } from '../ui/notice.tsx'
import { isModalOpen } from '../ui/shortcut.ts'
import { goTo, useReport } from '../view.ts'
import classes from './dropped-reports.module.css'
import { type Dropped, useDropping } from './dropping.ts'

/**
 * Accepts report files dropped anywhere: a single one is opened; for several, their results are
 * listed. Reports from the system or the menu are shown. While a dialog is open, which may hold
 * typed text, all of them are only listed.
 */
export function DroppedReports() {
  const { t } = useTranslation('report')
  const { mutate, failure } = useMutation()
  const [dropped, setDropped] = useState<Dropped | null>(null)
  const onDropped = useCallback(
    (now: Dropped) => {
      setDropped(now)
      const [only, ...others] = now.taken
      const isAlone = others.length + now.failures.length + now.tooLarge.length === 0
      if (only !== undefined && isAlone && !isModalOpen()) {
        void mutate(() => leavePage(() => call.reports.open({ id: only })))
      }
    },
    [mutate],
  )
  const isOver = useDropping(onDropped)
  useEffect(() => {
    // One after the other, so that what one has shown is not sought again.
    let shown: Promise<string[]> = Promise.resolve([])
    const show = () => {
      const now = shown.catch(() => []).then(showArrived)
      shown = now
      now.then(
        (taken) => taken.length > 0 && setDropped({ taken, failures: [], tooLarge: [] }),
        () => mutate(() => now),
      )
    }
    show()
    return onChanged(['reports'], show)
  }, [mutate])
  return (
    <>
      {isOver && (
        <div className={classes.over} role="status">
          <p className={classes.overText}>{t('drop')}</p>
        </div>
      )}
      {failure && <Notice failure={failure} />}
      {dropped && <DroppedNotes dropped={dropped} onClose={() => setDropped(null)} />}
      <OpenFailures />
    </>
  )
}

/** Leaves the page for the last report that arrived. While a dialog is open, resolves with all of them instead. */
async function showArrived(): Promise<string[]> {
  const { length } = await call.reports.arrived()
  if (length === 0) return []
  if (isModalOpen()) return call.reports.showArrived({ mustStay: true })
  await leavePage(async () => void (await call.reports.showArrived({ mustStay: false })))
  return []
}

/** Report files from the system or the menu that could not be opened. */
function OpenFailures() {
  const query = useCall('reports', 'openFailures')
  if (!query.value?.length) return null
  const close = () => void call.reports.forgetOpenFailures().then(query.refetch)
  return (
    <Stack gap={6} className={classes.notes}>
      {query.value.map(({ name, failure }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same file may be given twice
        <Note key={index} onClose={close}>
          <div>
            {failure.kind !== 'report-file' && <strong>{name}</strong>}
            <Notice failure={failure} />
          </div>
        </Note>
      ))}
    </Stack>
  )
}

/** The results of dropped files, unless a single one was opened. */
function DroppedNotes({ dropped, onClose }: { dropped: Dropped; onClose: () => void }) {
  const { t } = useTranslation('report')
  const { bytes } = useFormat()
  const isReport = useReport() !== null
  const { taken, failures, tooLarge } = dropped
  return (
    <Stack gap={6} className={classes.notes}>
      {taken.length > 0 && (
        <Note role="status" onClose={onClose}>
          <IconFileCheck size={18} aria-hidden />
          <Box component="span" flex={1} className={kit.breaks}>
            {t('taken', { count: taken.length })}
          </Box>
          {!isReport && (
            <Button size="compact-xs" onClick={() => goTo('reports')}>
              {t('showLibrary')}
            </Button>
          )}
        </Note>
      )}
      {failures.map((failure) => (
        <Note key={JSON.stringify(failure)} onClose={onClose}>
          <Notice failure={failure} />
        </Note>
      ))}
      {tooLarge.map((name) => (
        <Note key={name} role="alert" onClose={onClose}>
          <IconAlertTriangle size={18} aria-hidden />
          <Box component="span" flex={1} className={kit.breaks}>
            <strong>{t('dropTooLarge', { name })}.</strong>{' '}
            {t('dropTooLargeText', { most: bytes(MOST_DROPPED_BYTES) })}
          </Box>
        </Note>
      ))}
    </Stack>
  )
}

interface NoteProps {
  role?: 'status' | 'alert'
  children: ReactNode
  onClose: () => void
}

function Note({ role, children, onClose }: NoteProps) {
  const { t } = useTranslation('report')
  return (
    <Group role={role} gap="6px 12px" wrap="nowrap" fz="sm" className={classes.note}>
      {children}
      <CloseButton size="sm" aria-label={t('dismiss')} onClick={onClose} />
    </Group>
  )
}
