import { Button } from '@mantine/core'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  AB_METRICS,
  type AbChoice,
  type AbMetric,
  type AbSnapshot,
} from '../../../shared/features/ab-tests/ab-test.ts'
import { stateOf } from '../../../shared/features/ab-tests/ab-word.ts'
import { bothArms } from '../../../shared/features/ab-tests/arms.ts'
import { isShareFixed, splitIn } from '../../../shared/features/ab-tests/reading.ts'
import {
  abRevenue,
  abRevenueTable,
  amountsOf,
  soldIn,
} from '../../../shared/features/ab-tests/revenue-table.ts'
import {
  abSidesTable,
  abSplitTable,
  DEFAULT_CHOICE,
} from '../../../shared/features/ab-tests/table.ts'
import {
  type ArmPair,
  comparisonRequest,
  isBefore,
  pairsOf,
} from '../../../shared/features/ab-tests/times.ts'
import type { Currency } from '../../../shared/model/money.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { AnswerAge, Answered, Block, BlockPage, Chooser, Switch } from '../../ui/block.tsx'
import { useFormat } from '../../ui/format.ts'
import { FreezeButton } from '../../ui/freeze-button.tsx'
import { useNow } from '../../ui/freshness.tsx'
import { EmptyState, Note, Notice } from '../../ui/notice.tsx'
import { prefer, useReport, useView } from '../../view.ts'
import { DecisionLog } from './decision-log.tsx'
import { GuardrailFields } from './guardrail-fields.tsx'
import { OverTime } from './over-time.tsx'
import { Retention } from './retention.tsx'
import { TableBlock } from './table-block.tsx'
import { type About, refetch, type TestProps, useDays, useLastDay, useReading } from './use-test.ts'
import { SavedOn, VerdictLine } from './verdict-line.tsx'

export interface TestViewProps extends TestProps {
  onClose: () => void
}

export function TestView(props: TestViewProps) {
  const { t } = useTranslation('abTests')
  const { group, nameOf, onClose } = props
  const pairs = useMemo(() => pairsOf(group), [group])
  const report = useReport()
  const { sideA, sideB } = report?.about.filters ?? {}
  // By its ids, since the service may list other variants meanwhile; the first where no such pair is listed.
  const [chosen, setChosen] = useState(`${sideA} ${sideB}`)
  const pair = pairs.find((one) => keyOf(one) === chosen) ?? pairs[0]
  const name = (one: ArmPair) => `A: ${nameOf(one[0])} · B: ${nameOf(one[1])}`
  return (
    <BlockPage
      title={group.name}
      text={useFacts(props, pair)}
      choices={
        <>
          {pair && pairs.length > 1 && (
            <Chooser
              label={t('pair')}
              value={keyOf(pair)}
              choices={pairs.map((one) => ({ value: keyOf(one), label: name(one) }))}
              onChange={setChosen}
            />
          )}
          <FreezeButton screen={frozen(props, pair)} />
          {!report && (
            <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={onClose}>
              {t('back')}
            </Button>
          )}
        </>
      }
    >
      {pair ? (
        <PairView key={`${group.id} ${keyOf(pair)}`} {...props} pair={pair} />
      ) : (
        <NoPair {...props} />
      )}
    </BlockPage>
  )
}

const keyOf = (pair: readonly string[]) => pair.join(' ')

/** There is nothing to compare, but what was decided remains. */
function NoPair(props: TestProps) {
  const { t } = useTranslation('abTests')
  const { stored } = props
  const [newest] = stored.decisions
  const choice = stored.choice ?? DEFAULT_CHOICE
  return (
    <>
      <EmptyState title={t('fewVariants')} text={t('fewVariantsText')} />
      {newest && <DecisionLog about={{ ...props, pair: newest.arms, choice }} newest={null} />}
    </>
  )
}

/** Text about the arms, the dates, and whether the test is running. */
function useFacts({ group, zone, nameOf }: TestProps, pair: ArmPair | undefined): string {
  const { t } = useTranslation('abTests')
  const { date, dateRange, language } = useFormat()
  const [start, end] = [group.started_at?.slice(0, 10), group.finished_at?.slice(0, 10)]
  const days = start && (end ? dateRange({ start, end }) : t('since', { day: date(start) }))
  const arms = pair?.map((id, at) => `${t(at === 0 ? 'armA' : 'armB')}: ${nameOf(id)}`) ?? []
  const now = useNow(60_000)
  const state = cellText('test_state', stateOf(group, { zone, now }), language)
  return [...arms, days, state].filter(Boolean).join(' · ')
}

/** The screen as a report; which variants it compares, where there is a choice. */
export const frozen = ({ account_id, group }: TestProps, pair: ArmPair | undefined) => ({
  screen: 'abTests' as const,
  title: group.name,
  account_id,
  player_id: null,
  player_ids: [...new Set(pairsOf(group).flat())],
  group: { id: group.id, name: group.name },
  period: null,
  comparison: null,
  filters: pair && pairsOf(group).length > 1 ? { sideA: pair[0], sideB: pair[1] } : {},
})

function PairView(props: TestProps & { pair: ArmPair }) {
  const { t } = useTranslation('abTests')
  const { account_id, group, stored, zone, nameOf, pair, onRead } = props
  const { mutate, failure } = useMutation()
  const request = comparisonRequest(group, pair, { zone, day: useLastDay(props) })
  const guardrails = useView(({ preferences }) => preferences.guardrails)
  const isReport = useReport() !== null
  // Of what is read while several choices are saved, the first may be from before the last.
  const [chosen, setChosen] = useState<AbChoice | null>(null)
  const now = useNow(60_000)
  // An arm can have begun later than its test.
  const start = request?.items[0]?.start_date
  if (!start || isBefore(start, now, zone))
    return <EmptyState title={t('planned')} text={t('plannedText')} />
  const choice = stored.choice ?? { ...DEFAULT_CHOICE, guardrails }
  const latest = chosen ?? choice
  const choose = (change: Partial<AbChoice>) => {
    const next = { ...latest, ...change }
    setChosen(next)
    void mutate(() => call.abTests.choose({ account_id, group_id: group.id, choice: next }))
  }
  const trouble = failure && <Notice failure={failure} />
  const about: About = { account_id, group, stored, zone, nameOf, pair, choice, onRead }
  if (!stored.choice) {
    return (
      <Block title={t('chooseFirst')}>
        {trouble}
        <EmptyState
          title={t('primary')}
          text={t('chooseFirstText')}
          action={!isReport && <Metrics onChoose={(primary) => choose({ primary })} />}
        />
      </Block>
    )
  }
  return (
    <>
      {trouble}
      <PairResult about={about} test={props} guardrails={latest.guardrails} onChoose={choose} />
    </>
  )
}

function Metrics({ onChoose }: { onChoose: (metric: AbMetric) => void }) {
  const { language } = useFormat()
  return (
    <Button.Group>
      {AB_METRICS.map((metric) => (
        <Button key={metric} onClick={() => onChoose(metric)}>
          {cellText('metric', metric, language)}
        </Button>
      ))}
    </Button.Group>
  )
}

interface ReadProps {
  about: About
  test: TestProps
  onChoose: (change: Partial<AbChoice>) => void
}

function PairResult({
  about,
  test,
  guardrails,
  onChoose,
}: ReadProps & Pick<AbChoice, 'guardrails'>) {
  const { t } = useTranslation('abTests')
  const { language } = useFormat()
  const { query, newest, isOld, isLacking, ...reading } = useReading(test, about.pair)
  const { choice, zone } = about
  const isReport = useReport() !== null
  const age = <AnswerAge answer={reading.age} zone={zone} />
  return (
    <>
      <Block
        title={t('on', { metric: cellText('metric', choice.primary, language).toLowerCase() })}
        tools={!isReport && <ReadTools {...{ about, test, onChoose }} />}
        foot={
          <>
            {age}
            {isOld && newest && <SavedOn day={newest.day} isLacking={isLacking} />}
          </>
        }
      >
        <Answered query={{ ...query, value: isOld ? newest : query.value }} height={60}>
          {() =>
            newest ? (
              <VerdictLine about={about} snapshot={newest} />
            ) : (
              isLacking && <EmptyState title={t('lacking')} text={t('lackingText')} />
            )
          }
        </Answered>
        <GuardrailFields
          value={guardrails}
          isReadOnly={isReport}
          onChange={(next) => {
            prefer({ guardrails: next })
            onChoose({ guardrails: next })
          }}
        />
      </Block>
      <Sides about={about} snapshot={newest} foot={age} />
      <SplitCheck about={about} snapshot={newest} foot={age} />
      <OverTime about={about} />
      <Retention about={about} query={query} />
      <Revenue about={about} newest={newest} reading={query} />
      <DecisionLog about={about} newest={newest} />
    </>
  )
}

/** The choice of the metric, and the button to refresh the result. */
function ReadTools({ about, test, onChoose }: ReadProps) {
  const { t } = useTranslation('abTests')
  const { language } = useFormat()
  const { account_id, choice, group, pair, zone } = about
  const { mutate, isPending } = useMutation()
  const request = comparisonRequest(group, pair, { zone, day: useLastDay(test) })
  return (
    <>
      <Switch
        label={t('primary')}
        value={choice.primary}
        choices={AB_METRICS}
        name={(value) => cellText('metric', value, language)}
        onChange={(primary) => onChoose({ primary })}
      />
      <Button
        loading={isPending}
        leftSection={<IconRefresh size={15} aria-hidden />}
        onClick={() =>
          void (request && mutate(() => refetch(account_id, request).then(about.onRead)))
        }
      >
        {t('refresh')}
      </Button>
    </>
  )
}

interface SidesProps {
  about: About
  snapshot: AbSnapshot | null
  foot: ReactNode
}

function Sides({ about, snapshot, foot }: SidesProps) {
  const { t } = useTranslation('abTests')
  const [a, b] = about.pair.map(about.nameOf)
  return (
    <TableBlock name="ab_sides" about={about} table={abSidesTable(snapshot, about)} foot={foot}>
      <Note>{`${t('armA')}: ${a} · ${t('armB')}: ${b}. ${t('others')}`}</Note>
    </TableBlock>
  )
}

function SplitCheck({ about, snapshot, foot }: SidesProps) {
  const { t } = useTranslation('abTests')
  const split = snapshot && splitIn(about.group, snapshot)
  const isAdjusted = about.pair.some((id) => isShareFixed(about.group, id) === false)
  const unchecked = isAdjusted ? 'adjusted' : 'unknown'
  const textKey = split ? (split.isOff ? 'off' : 'fits') : unchecked
  return (
    <TableBlock name="ab_split" about={about} table={abSplitTable(snapshot, about)} foot={foot}>
      <Note>{t(`splitText.${textKey}`)}</Note>
    </TableBlock>
  )
}

interface RevenueProps {
  about: About
  newest: AbSnapshot | null
  reading: ReturnType<typeof useReading>['query']
}

/** Revenue of both arms; per play with an interval from its day-to-day variation. */
function Revenue({ about, newest, reading }: RevenueProps) {
  const { t } = useTranslation('abTests')
  const { money } = useFormat()
  const query = useDays(about, newest)
  const [a, b] = [query[0].value ?? null, query[1].value ?? null]
  const { pair, group, zone } = about
  const time = useMemo(
    () => newest && { start: newest.start, finished_at: group.finished_at, zone },
    [newest, group, zone],
  )
  const found = useMemo(() => abRevenue([a, b], time), [a, b, time])
  const arms = useMemo(() => bothArms(reading.value, pair), [reading.value, pair])
  const table = useMemo(() => abRevenueTable(arms, [a, b], time), [arms, a, b, time])
  const answer = a ?? reading.value
  const age = combinedAge([arms, a, b])
  const isWaiting = a && b && soldIn(arms).length > found.length
  const failed = query.find(({ failure }) => failure)
  return (
    <TableBlock
      name="ab_revenue"
      about={about}
      table={table}
      foot={<AnswerAge answer={answer && { ...answer, ...age }} zone={about.zone} />}
      empty={<NoRevenue reading={reading} pair={pair} />}
    >
      {failed?.failure && <Notice failure={failed.failure} onRetry={failed.refetch} />}
      {found.map(({ currency, found: exact }) => {
        const { difference, interval } = amountsOf(exact)
        return (
          <Note key={currency}>
            {t('revenueText', {
              difference: signed(difference, currency),
              low: signed(interval[0], currency),
              high: signed(interval[1], currency),
            })}
          </Note>
        )
      })}
      {isWaiting && <Note>{t('revenueWaits')}</Note>}
    </TableBlock>
  )

  function signed(cents: number, currency: Currency) {
    return `${cents > 0 ? '+' : ''}${money(cents, currency)}`
  }
}

type NoRevenueProps = Pick<RevenueProps, 'reading'> & Pick<About, 'pair'>

/** Instead of the table without rows: no sales, or why it is not known whether there are. */
export function NoRevenue({ reading, pair }: NoRevenueProps) {
  const { t } = useTranslation('abTests')
  return (
    <Answered query={reading} height={60}>
      {(answer) =>
        bothArms(answer, pair) && (
          <EmptyState title={t('revenueNone')} text={t('revenueNoneText')} />
        )
      }
    </Answered>
  )
}
