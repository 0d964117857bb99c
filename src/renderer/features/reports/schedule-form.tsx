import {
  Box,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Select,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { REPORT_SCREENS } from '../../../shared/features/reports/report.ts'
import {
  type ChosenFolder,
  type Every,
  SCHEDULED_FILES,
  type Schedule,
  type ScheduledFile,
  type ScheduleFields,
  scheduledSubject,
} from '../../../shared/features/reports/schedule.ts'
import { appTexts, LANGUAGES } from '../../../shared/locales/languages.ts'
import { namesApart } from '../../../shared/model/ids.ts'
import { COMPARISONS, PRESETS } from '../../../shared/time/period.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import kit from '../../ui/kit.module.css'
import { useListedTests } from '../../ui/listed-tests.ts'
import { Notice } from '../../ui/notice.tsx'
import { playerChoices } from '../../ui/player-select.tsx'
import { useView } from '../../view.ts'
import { fieldsOf, useWeekdays } from './schedule-words.ts'
import classes from './schedules.module.css'

interface DialogProps {
  schedule: Schedule | 'new'
  onClose: () => void
}

export function ScheduleDialog({ schedule, onClose }: DialogProps) {
  const { t } = useTranslation('schedules')
  const inView = useAccount()
  const accounts = useView(({ info }) => info.accounts)
  const isNew = schedule === 'new'
  const account = isNew ? inView : accounts.find(({ id }) => id === schedule.account_id)
  if (!account) return null
  const title = t(isNew ? 'dialogNew' : 'dialogEdit', { account: account.name })
  return (
    <Dialog onClose={onClose} title={title} size={560}>
      <Form {...{ schedule, account, onClose }} />
    </Dialog>
  )
}

interface FormProps extends DialogProps {
  account: Account
}

type Change = (change: Partial<ScheduleFields>) => void
interface PartProps {
  fields: ScheduleFields
  change: Change
}

function Form({ schedule, account, onClose }: FormProps) {
  const { t } = useTranslation('schedules')
  const { fields, change } = useFields(schedule, account)
  const [chosen, setChosen] = useState<ChosenFolder | null>(null)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const known = schedule === 'new' ? null : schedule
  const folder = chosen?.folder ?? known?.folder ?? null
  const { mutate, failure, isPending } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const isWhole = isComplete(fields) && folder !== null
    setIsIncomplete(!isWhole)
    if (!isWhole) return
    void mutate(async () => {
      const choice = chosen?.choice ?? null
      const query_key = fields.query_key?.trim() || null
      await call.schedules.save({ id: known?.id ?? null, fields: { ...fields, query_key }, choice })
      onClose()
    })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Subject {...{ fields, change, account }} />
      {fields.screen !== 'abTests' && <Days {...{ fields, change }} />}
      <When {...{ fields, change }} zone={account.timezone} />
      <Where {...{ fields, change, folder }} onFolder={setChosen} />
      <div className={classes.wide} role="status">
        {isIncomplete && t('incomplete')}
      </div>
      {failure && (
        <div className={classes.wide}>
          <Notice failure={failure} />
        </div>
      )}
      <Group gap={8} justify="flex-end" className={classes.wide}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="filled" type="submit" loading={isPending}>
          {t('save')}
        </Button>
      </Group>
    </form>
  )
}

function useFields(schedule: Schedule | 'new', account: Account) {
  const language = useView(({ info }) => info.language)
  const [fields, setFields] = useState<ScheduleFields>(() => {
    if (schedule !== 'new') return fieldsOf(schedule)
    return {
      ...{ account_id: account.id, language, time: '08:00' },
      ...{ screen: 'overview', subject: account.name },
      ...{ player_id: null, query_key: null, group_id: null, preset: 'lastWeek' },
      ...{ comparison: 'matchingWeekdays', every: { kind: 'week', weekday: 1 }, files: ['pdf'] },
    }
  })
  const change: Change = (changed) => setFields((known) => ({ ...known, ...changed }))
  return { fields, change }
}

const isComplete = ({ subject, files }: ScheduleFields) => subject !== '' && files.length > 0

function Subject({ fields, change, account }: PartProps & { account: Account }) {
  const { t } = useTranslation('schedules')
  const { screen, player_id, group_id, query_key } = fields
  const subject = scheduledSubject(screen)
  const isTest = subject === 'test'
  const { choices, failure, refetch } = useSubjects(account, isTest)
  return (
    <>
      <NativeSelect
        label={t('what')}
        value={screen}
        data={REPORT_SCREENS.map((value) => ({ value, label: t(`screen.${value}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as ScheduleFields['screen']
          const next = scheduledSubject(chosen)
          const none = { player_id: null, group_id: null }
          const other = { ...none, subject: next === 'account' ? account.name : '' }
          change({ screen: chosen, query_key: null, ...(next !== subject && other) })
        }}
      />
      {subject !== 'account' && (
        <Select
          searchable
          limit={60}
          label={t(subject)}
          placeholder={t('choose')}
          data={choices}
          value={isTest ? group_id : player_id}
          onChange={(id) => {
            const name = choices.find(({ value }) => value === id)?.label ?? ''
            change({ subject: name, player_id: isTest ? null : id, group_id: isTest ? id : null })
          }}
        />
      )}
      {failure && (
        <div className={classes.wide}>
          <Notice failure={failure} onRetry={refetch} />
        </div>
      )}
      {screen === 'traffic' && (
        <TextInput
          className={classes.wide}
          label={t('parameter')}
          description={t('parameterHint')}
          maxLength={200}
          value={query_key ?? ''}
          onChange={({ currentTarget }) => change({ query_key: currentTarget.value || null })}
        />
      )}
    </>
  )
}

const OFFERED_COMPARISONS = COMPARISONS.filter((mode) => mode !== 'custom')

function Days({ fields: { preset, comparison }, change }: PartProps) {
  const { t } = useTranslation('schedules')
  const { t: periods } = useTranslation('period')
  return (
    <>
      <NativeSelect
        label={t('days')}
        value={preset}
        data={PRESETS.map((value) => ({ value, label: periods(`preset.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ preset: currentTarget.value as ScheduleFields['preset'] })
        }
      />
      <NativeSelect
        label={t('comparison')}
        value={comparison}
        data={OFFERED_COMPARISONS.map((value) => ({ value, label: periods(`mode.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ comparison: currentTarget.value as ScheduleFields['comparison'] })
        }
      />
    </>
  )
}

const FIRST: Record<Every['kind'], Every> = {
  day: { kind: 'day' },
  week: { kind: 'week', weekday: 1 },
  month: { kind: 'month', day: 1 },
}

function When({ fields: { every, time }, change, zone }: PartProps & { zone: string }) {
  const { t } = useTranslation('schedules')
  const { weekday } = useWeekdays()
  return (
    <>
      <NativeSelect
        label={t('when')}
        value={every.kind}
        data={Object.values(FIRST).map(({ kind }) => ({ value: kind, label: t(`every.${kind}`) }))}
        onChange={({ currentTarget }) =>
          change({ every: FIRST[currentTarget.value as Every['kind']] })
        }
      />
      {every.kind === 'week' && (
        <NativeSelect
          label={t('weekday')}
          value={String(every.weekday)}
          data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekday(day) }))}
          onChange={({ currentTarget }) =>
            change({ every: { kind: 'week', weekday: Number(currentTarget.value) } })
          }
        />
      )}
      {every.kind === 'month' && (
        <NumberInput
          label={t('day')}
          description={t('dayHint')}
          min={1}
          max={31}
          clampBehavior="strict"
          allowDecimal={false}
          value={every.day}
          onChange={(day) => change({ every: { kind: 'month', day: Number(day) || 1 } })}
        />
      )}
      <TextInput
        type="time"
        required
        label={t('time', { zone })}
        value={time}
        onChange={({ currentTarget }) => change({ time: currentTarget.value })}
      />
    </>
  )
}

interface WhereProps extends PartProps {
  folder: string | null
  onFolder: (chosen: ChosenFolder) => void
}

function Where({ fields: { files, language }, change, folder, onFolder }: WhereProps) {
  const { t } = useTranslation('schedules')
  const { mutate, failure } = useMutation()
  const choose = () =>
    void mutate(async () => {
      const chosen = await call.schedules.chooseFolder()
      if (chosen !== null) onFolder(chosen)
    })
  return (
    <>
      <NativeSelect
        label={t('language')}
        value={language}
        data={LANGUAGES.map((value) => ({ value, label: appTexts(value).name }))}
        onChange={({ currentTarget }) =>
          change({ language: currentTarget.value as ScheduleFields['language'] })
        }
      />
      <Checkbox.Group
        className={classes.wide}
        label={t('files')}
        value={files}
        onChange={(chosen) => change({ files: chosen as ScheduledFile[] })}
      >
        <Group gap="4px 10px">
          {SCHEDULED_FILES.map((value) => (
            <Checkbox key={value} value={value} label={t(`file.${value}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group gap="4px 10px" className={classes.wide}>
        <Box component="span" flex="1 1 260px" miw={0} fz="sm" className={kit.breaks}>
          {t('folder')}: {folder ?? t('noFolder')}
        </Box>
        <Button onClick={choose}>{t('chooseFolder')}</Button>
      </Group>
      {failure && (
        <div className={classes.wide}>
          <Notice failure={failure} />
        </div>
      )}
    </>
  )
}

/** The players of an account, or its A/B tests, as options of a select. */
function useSubjects({ id: account_id, timezone: zone }: Account, isTest: boolean) {
  const players = useAnalyticsQuery(account_id, isTest ? null : { name: 'players', input: {} })
  const tests = useListedTests(account_id, zone, isTest)
  const choices = useMemo(() => {
    const groups = tests.value?.value ?? []
    return isTest
      ? namesApart(groups).map(({ id, name }) => ({ value: id, label: name }))
      : playerChoices(players.value?.value ?? [])
  }, [isTest, tests.value, players.value])
  const { failure, refetch } = isTest ? tests : players
  return { choices, failure, refetch }
}
