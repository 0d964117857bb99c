import { ActionIcon, Box, Button, Group, Progress, Stack } from '@mantine/core'
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportState } from '../../shared/features/exports/request.ts'
import { call } from '../bridge.ts'
import { type Dismissed, useAllDismissed } from '../kept-in-page.ts'
import { useCall } from '../query.ts'
import { Column } from '../ui/column.tsx'
import { useFailureText } from '../ui/failure-text.ts'
import { useFormat } from '../ui/format.ts'
import kit from '../ui/kit.module.css'
import classes from './shell.module.css'

const MOST_SHOWN = 3

const nameOf = ({ id }: Pick<ExportState, 'id'>) => `export ${id}`

/** Without limit those that can be cancelled or that tell a failure, and up to three in all. */
export function shownExports(exports: readonly ExportState[], dismissed: Dismissed): ExportState[] {
  const open = exports.filter((one) => !dismissed[nameOf(one)])
  const isNeeded = ({ status }: ExportState) => status === 'running' || status === 'failed'
  const others = open.filter((one) => !isNeeded(one))
  const room = Math.max(0, MOST_SHOWN - (open.length - others.length))
  const shown = others.slice(0, room)
  return open.filter((one) => isNeeded(one) || shown.includes(one))
}

/**
 * Running and finished exports until they are dismissed, because they outlive the screen they
 * started on.
 */
export function ExportTray() {
  const { t } = useTranslation()
  const [dismissed, dismiss] = useAllDismissed()
  const exports = useCall('exports', 'list').value
  const shown = shownExports(exports ?? [], dismissed)
  return (
    <Column
      component="section"
      gap={8}
      className={classes.tray}
      aria-label={t('exports.region')}
      hidden={shown.length === 0}
    >
      {shown.map((state) => (
        <Export key={state.id} state={state} onDismiss={() => dismiss(nameOf(state))} />
      ))}
    </Column>
  )
}

function Export({ state, onDismiss }: { state: ExportState; onDismiss: () => void }) {
  const { t } = useTranslation()
  const { id, name, status, rows, written, cutTexts } = state
  const isRunning = status === 'running'
  const attended = useGoesAway(status === 'done' && cutTexts === 0, onDismiss)
  return (
    <Stack gap={6} className={`${kit.card} ${classes.export}`} {...attended}>
      <Group gap={8} wrap="nowrap">
        <IconFileSpreadsheet size={17} aria-hidden />
        <Box component="span" flex={1} miw={0} fw={600} className={kit.cut} title={name}>
          {name}
        </Box>
        {!isRunning && (
          <ActionIcon size={24} aria-label={t('exports.dismiss')} onClick={onDismiss}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {isRunning && (
        <Progress size={4} value={rows ? (written / rows) * 100 : 0} aria-label={name} />
      )}
      <Group gap={8} wrap="nowrap">
        <Outcome state={state} />
        {isRunning && (
          <Button size="compact-xs" onClick={() => void call.exports.cancel({ id })}>
            {t('exports.cancel')}
          </Button>
        )}
        {status === 'done' && (
          <Button size="compact-xs" onClick={() => void call.exports.reveal({ id })}>
            {t('exports.reveal')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const GOES_AFTER_MS = 12_000

/** A successful export disappears by itself, but not while it has the pointer or the focus. */
function useGoesAway(isDone: boolean, go: () => void) {
  const [isAttended, setIsAttended] = useState(false)
  const goNow = useEffectEvent(go)
  useEffect(() => {
    if (!isDone || isAttended) return
    const timer = setTimeout(goNow, GOES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDone, isAttended])
  return {
    onPointerEnter: () => setIsAttended(true),
    onPointerLeave: () => setIsAttended(false),
    onFocus: () => setIsAttended(true),
    onBlur: () => setIsAttended(false),
  }
}

function Outcome({ state }: { state: ExportState }) {
  const { t } = useTranslation()
  const format = useFormat()
  const failureText = useFailureText()
  const { table, status, rows, written, sheets, cutTexts, failure } = state
  const saved = () => {
    if (table === 'picture' || table === 'pdf') return t(`exports.${table}`)
    const done =
      sheets > 1
        ? t('exports.split', { rows: format.count(written), sheets: format.count(sheets) })
        : t('exports.done', { count: written })
    return cutTexts > 0 ? `${done} · ${t('exports.cut', { count: cutTexts })}` : done
  }
  const running = () => {
    if (table === 'pdf') return t('exports.pages')
    if (table === 'picture' || table === 'file') return t('exports.saving')
    if (rows === 0) return t('exports.starting')
    // The number of rows of its breakdowns is only known once they are written.
    if (table === 'ledger') return t('exports.runningLedger', { written: format.count(written) })
    return t('exports.running', { written: format.count(written), rows: format.count(rows) })
  }
  const message = () => {
    if (status === 'done') return saved()
    return status === 'cancelled' ? t('exports.cancelled') : running()
  }
  const why = failure && failureText(failure)
  return (
    // Otherwise each progress count would be read aloud.
    <Box
      component="p"
      c="dimmed"
      className={kit.breaks}
      style={{ flex: 1 }}
      role={status === 'running' ? undefined : 'status'}
    >
      {why ? `${why.title}. ${why.why} ${why.next}` : message()}
    </Box>
  )
}
