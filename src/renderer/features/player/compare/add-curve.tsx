import { Box, Button, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../../shared/api/player.ts'
import { startOf } from '../../../../shared/features/ab-tests/times.ts'
import {
  BREAKDOWN_FIELDS,
  type BreakdownField,
  requestsAbout,
} from '../../../../shared/features/analytics/requests.ts'
import type { CurveChoice } from '../../../../shared/features/player/curves/choice.ts'
import { valueName } from '../../../../shared/model/country.ts'
import { namesIn } from '../../../../shared/model/ids.ts'
import {
  areDays,
  comparisonPeriod,
  type Period,
  type Unit,
  unitOf,
} from '../../../../shared/time/period.ts'
import { useAnalyticsQuery } from '../../../analytics-query.ts'
import { Chooser, Switch } from '../../../ui/block.tsx'
import { useFormat } from '../../../ui/format.ts'
import { useListedTests } from '../../../ui/listed-tests.ts'
import { Notice } from '../../../ui/notice.tsx'
import { playerChoices } from '../../../ui/player-select.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { useView } from '../../../view.ts'
import { type About } from '../queries.ts'
import classes from './compare.module.css'

const KINDS = ['period', 'player', 'segment', 'arm'] as const
type Kind = (typeof KINDS)[number]
const MODES = ['previous', 'matchingWeekdays', 'previousYear', 'custom'] as const
type Mode = (typeof MODES)[number]
const MOST_VALUES = 60

// A list outside of the popover, because otherwise choosing something in it would close the
// popover.
const LIST = {
  size: 'xs',
  searchable: true,
  limit: MOST_VALUES,
  comboboxProps: { withinPortal: false },
} as const

type Take = (choice: CurveChoice, name: string) => void

interface AddProps {
  about: About
  players: readonly Player[]
  isFull: boolean
  has: (choice: CurveChoice) => boolean
  onAdd: Take
}

/** Adds a curve: of other days, another player, a part of the audience or a test's arm. */
export function AddCurve({ about, players, isFull, has, onAdd }: AddProps) {
  const { t } = useTranslation('compare')
  const [isOpen, setIsOpen] = useState(false)
  const [kind, setKind] = useState<Kind>('period')
  const [isThere, setIsThere] = useState(false)
  const take: Take = (choice, name) => {
    setIsThere(has(choice))
    if (has(choice)) return
    onAdd(choice, name)
    setIsOpen(false)
  }
  const Form = FORMS[kind]
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380}>
      <Popover.Target>
        <Button
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('add')}>
        <Stack gap={8}>
          {isFull ? (
            <Box component="p" fz="xs" lh={1.45}>
              {t('full')}
            </Box>
          ) : (
            <>
              <Switch
                label={t('add')}
                value={kind}
                choices={KINDS.map((value) => ({ value, label: t(`kindName.${value}`) }))}
                onChange={setKind}
              />
              <Form {...{ about, players }} onAdd={take} />
            </>
          )}
          {isThere && (
            <Box component="p" fz="xs" lh={1.45} role="alert">
              {t('isThere')}
            </Box>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface FormProps {
  about: About
  players: readonly Player[]
  onAdd: Take
}

const FORMS: Record<Kind, (props: FormProps) => ReactNode> = {
  period: PeriodForm,
  player: PlayerForm,
  segment: SegmentForm,
  arm: ArmForm,
}

function AddIt({ onClick, isDisabled = false }: { onClick: () => void; isDisabled?: boolean }) {
  const { t } = useTranslation('compare')
  return (
    <Button variant="filled" disabled={isDisabled} onClick={onClick}>
      {t('addIt')}
    </Button>
  )
}

/** The days of the curve to add; null for typed ones that are no period. */
export const addedPeriod = (period: Period, mode: Mode, typed: Period, unit?: Unit) =>
  comparisonPeriod(period, mode, areDays(typed) ? typed : null, unit)

function PeriodForm({ about, onAdd }: FormProps) {
  const { t } = useTranslation('compare')
  const ofPeriods = useTranslation('period').t
  const [mode, setMode] = useState<Mode>('previous')
  const [days, setDays] = useState(about.period)
  const [isBad, setIsBad] = useState(false)
  const add = () => {
    const unit = unitOf(useView.getState().preferences.playerPeriod, about.period)
    const period = addedPeriod(about.period, mode, days, unit)
    setIsBad(period === null)
    if (period) onAdd({ kind: 'period', period }, '')
  }
  const day = (end: 'start' | 'end', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={days[end]}
      max={about.today}
      error={isBad}
      onChange={(event) => setDays({ ...days, [end]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <Chooser
        label={t('mode')}
        value={mode}
        choices={MODES.map((value) => ({ value, label: ofPeriods(`mode.${value}`) }))}
        onChange={setMode}
      />
      {mode === 'custom' && (
        <div className={classes.days}>
          {day('start', t('from'))}
          {day('end', t('until'))}
        </div>
      )}
      {isBad && (
        <Box component="p" fz="xs" lh={1.45} role="alert">
          {t('badDays')}
        </Box>
      )}
      <AddIt onClick={add} />
    </>
  )
}

function PlayerForm({ about, players, onAdd }: FormProps) {
  const { t } = useTranslation('compare')
  const [chosen, setChosen] = useState<string | null>(null)
  const others = useMemo(
    () => playerChoices(players.filter(({ id }) => id !== about.player.id)),
    [players, about.player.id],
  )
  const player = others.find(({ value }) => value === chosen)
  return (
    <>
      <Select
        {...LIST}
        aria-label={t('kindName.player')}
        placeholder={t('choose')}
        data={others}
        value={chosen}
        onChange={setChosen}
      />
      <AddIt
        isDisabled={!player}
        onClick={() => player && onAdd({ kind: 'player', player_id: player.value }, player.label)}
      />
    </>
  )
}

function SegmentForm({ about, onAdd }: FormProps) {
  const { t } = useTranslation('compare')
  const { language } = useFormat()
  const { account_id, player, period, zone } = about
  const [field, setField] = useState<BreakdownField>('country')
  const [chosen, setChosen] = useState<string | null>(null)
  const query = useAnalyticsQuery(
    account_id,
    requestsAbout(player, period, zone).statsByField(field),
  )
  const values = [...(query.value?.value ?? [])]
    .filter(({ grouped_field }) => grouped_field !== '')
    .sort((a, b) => b.total_started_session_uniq - a.total_started_session_uniq)
    .slice(0, MOST_VALUES)
    .map(({ grouped_field }) => grouped_field)
  const choices = values.map((one) => ({ value: one, label: valueName(field, one, language) }))
  const value = chosen !== null && values.includes(chosen) ? chosen : null
  return (
    <>
      <Chooser
        label={t('field')}
        value={field}
        choices={BREAKDOWN_FIELDS.map((one) => ({ value: one, label: t(`fieldName.${one}`) }))}
        onChange={setField}
      />
      {query.failure && !query.value ? (
        <Notice failure={query.failure} onRetry={query.refetch} />
      ) : (
        <Select
          {...LIST}
          aria-label={t('value')}
          placeholder={t('choose')}
          data={choices}
          value={value}
          onChange={setChosen}
        />
      )}
      <AddIt
        isDisabled={value === null}
        onClick={() => value !== null && onAdd({ kind: 'segment', field, value }, value)}
      />
    </>
  )
}

function ArmForm({ about, players, onAdd }: FormProps) {
  const { t } = useTranslation('compare')
  const [chosen, setChosen] = useState<string | null>(null)
  const query = useListedTests(about.account_id, about.zone)
  const nameOf = useMemo(() => namesIn(players), [players])
  const groups = query.value?.value ?? []
  // Tests of this player come first, because people usually look for its other arm.
  const isOwn = (group: (typeof groups)[number]) =>
    group.players.some(({ player_id }) => player_id === about.player.id)
  const arms = [...groups]
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    .flatMap((group) =>
      group.players
        .filter(({ player_id }) => startOf(group, player_id) !== null)
        .map(({ player_id }) => ({
          value: `${group.id} ${player_id}`,
          label: t('armOf', { test: group.name, player: nameOf(player_id) }),
          choice: { kind: 'arm' as const, group_id: group.id, player_id },
        })),
    )
  const arm = arms.find(({ value }) => value === chosen)
  if (query.failure && !query.value) {
    return <Notice failure={query.failure} onRetry={query.refetch} />
  }
  if (query.value && arms.length === 0)
    return (
      <Box component="p" fz="xs" lh={1.45}>
        {t('noArms')}
      </Box>
    )
  return (
    <>
      <Select
        {...LIST}
        aria-label={t('arm')}
        placeholder={t('choose')}
        data={arms.map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={setChosen}
      />
      <Box component="p" fz="xs" lh={1.45}>
        {t('armNote')}
      </Box>
      <AddIt isDisabled={!arm} onClick={() => arm && onAdd(arm.choice, arm.label)} />
    </>
  )
}
