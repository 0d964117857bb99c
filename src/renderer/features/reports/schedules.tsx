import { Box, Button, Flex, Group } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schedule, ScheduledRun } from '../../../shared/features/reports/schedule.ts'
import { useAccount, useAccountById } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Block } from '../../ui/block.tsx'
import { Column } from '../../ui/column.tsx'
import { ConfirmRemoval } from '../../ui/confirm-removal.tsx'
import { useFailureText } from '../../ui/failure-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { ScheduleDialog } from './schedule-form.tsx'
import { fieldsOf, useEvery } from './schedule-words.ts'
import classes from './schedules.module.css'

/** Newest first; the earlier ones are shown on request. */
const RUNS_SHOWN = 6

export function Schedules() {
  const { t } = useTranslation('schedules')
  const account = useAccount()
  const query = useCall('schedules', 'list', undefined, ['schedules', 'accounts'])
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null)
  const { schedules, runs } = query.value ?? { schedules: [], runs: [] }
  return (
    <div className={classes.scheduled}>
      <Block
        title={t('title')}
        tools={
          account && (
            <Button
              leftSection={<IconCalendarPlus size={15} aria-hidden />}
              onClick={() => setEdited('new')}
            >
              {t('add')}
            </Button>
          )
        }
      >
        <Box component="p" lh={1.45} className={kit.quiet}>
          {t('text')}
        </Box>
        {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
        {query.value && schedules.length === 0 && (
          <Box component="p" lh={1.45} className={kit.quiet}>
            {t('none')}
          </Box>
        )}
        <Column component="ul" gap={8} mt={8} className={kit.list}>
          {schedules.map((schedule) => (
            <One
              key={schedule.id}
              schedule={schedule}
              runs={runs.filter(({ schedule_id }) => schedule_id === schedule.id)}
              onEdit={() => setEdited(schedule)}
            />
          ))}
        </Column>
        {edited && <ScheduleDialog schedule={edited} onClose={() => setEdited(null)} />}
      </Block>
    </div>
  )
}

/** A report of an A/B test is of all its days, whatever the schedule's are. */
const lineOf = (screen: Schedule['screen']) => (screen === 'abTests' ? 'lineWhole' : 'line')

interface OneProps {
  schedule: Schedule
  runs: readonly ScheduledRun[]
  onEdit: () => void
}

function One({ schedule, runs, onEdit }: OneProps) {
  const { t } = useTranslation('schedules')
  const { t: periods } = useTranslation('period')
  const { mutate, failure } = useMutation()
  const [isRemoving, setIsRemoving] = useState(false)
  const every = useEvery(schedule)
  const account = useAccountById(schedule.account_id)
  const { id, subject, screen, query_key, time, preset, files, folder } = schedule
  const days = periods(`preset.${preset}`)
  const kinds = files.map((one) => t(`file.${one}`)).join(', ')
  const line = {
    every,
    time,
    zone: account?.timezone,
    days,
    files: kinds,
    folder: folder ?? t('noFolder'),
  }
  const turnOn = () =>
    void mutate(async () => {
      const chosen = await call.schedules.chooseFolder()
      if (!chosen) return
      await call.schedules.save({ id, fields: fieldsOf(schedule), choice: chosen.choice })
    })
  return (
    <Box component="li" py={8} px={10} className={kit.outlined}>
      <Group gap="4px 10px">
        <Box flex="1 1 260px" miw={0} fz="sm" className={kit.breaks}>
          <strong>{subject}</strong> · {t(`screen.${screen}`)}
          {query_key && `: ${query_key}`}
          {account && account.name !== subject && ` · ${account.name}`}
          <Box component="p" lh={1.45} className={kit.quiet}>
            {t(lineOf(screen), line)}
          </Box>
          {folder === null && (
            <Box component="p" lh={1.45} className={kit.quiet}>
              {t('off')}
            </Box>
          )}
        </Box>
        {folder === null && (
          <Button aria-label={t('turnOnLabel', { subject })} onClick={turnOn}>
            {t('turnOn')}
          </Button>
        )}
        <Button aria-label={t('editLabel', { subject })} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button aria-label={t('removeLabel', { subject })} onClick={() => setIsRemoving(true)}>
          {t('remove')}
        </Button>
      </Group>
      {isRemoving && (
        <ConfirmRemoval
          text={t('removeText', { subject })}
          keepLabel={t('keep')}
          removeLabel={t('remove')}
          onRemove={() => call.schedules.remove({ id })}
          onEnd={() => setIsRemoving(false)}
        />
      )}
      {failure && <Notice failure={failure} />}
      <Runs {...{ schedule, runs }} />
    </Box>
  )
}

function Runs({ schedule, runs }: Pick<OneProps, 'schedule' | 'runs'>) {
  const { t } = useTranslation('schedules')
  const [hasEarlier, setHasEarlier] = useState(false)
  const shown = hasEarlier ? runs : runs.slice(0, RUNS_SHOWN)
  const count = runs.length - shown.length
  return (
    <>
      <Column component="ul" gap={4} mt={8} className={kit.list}>
        {shown.map((run) => (
          <Run key={run.due_at} {...{ schedule, run }} />
        ))}
      </Column>
      {count > 0 && (
        <Button size="compact-xs" mt={6} onClick={() => setHasEarlier(true)}>
          {t('earlier', { count })}
        </Button>
      )}
    </>
  )
}

const wordOf = ({ status, failure }: ScheduledRun) =>
  status === 'missed' && failure ? 'gaveUp' : status

function Run({ schedule, run }: { schedule: Schedule; run: ScheduledRun }) {
  const { t } = useTranslation('schedules')
  const { instant } = useFormat()
  const failureText = useFailureText()
  const zone = useAccountById(schedule.account_id)?.timezone
  const { mutate, failure, isPending } = useMutation()
  const { status, due_at, triedAt, files } = run
  const due = instant(due_at, zone)
  const why = run.failure && failureText(run.failure)
  const isOver = status !== 'running' && status !== 'done'
  return (
    <Flex component="li" gap="4px 10px" wrap="wrap" align="center">
      <Box component="span" flex="1 1 260px" miw={0} fz="xs" className={kit.breaks}>
        <strong>{due}</strong>:{' '}
        {t(`status.${wordOf(run)}`, { tried: triedAt ? instant(triedAt, zone) : due })}
        {why && `. ${why.title}. ${why.why} ${why.next}`}
        {files.length > 0 && `: ${files.join(', ')}`}
      </Box>
      {isOver && schedule.folder !== null && (
        <Button
          size="compact-xs"
          loading={isPending}
          aria-label={t('makeNowLabel', { subject: schedule.subject, due })}
          onClick={() => void mutate(() => call.schedules.make({ id: schedule.id, due_at }))}
        >
          {t('makeNow')}
        </Button>
      )}
      {failure && <Notice failure={failure} />}
    </Flex>
  )
}
