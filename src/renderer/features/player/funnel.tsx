import { useTranslation } from 'react-i18next'
import { type Basis, countOf } from '../../../shared/api/statistics.ts'
import { type FunnelStep, funnelSteps } from '../../../shared/features/player/funnel.ts'
import type { Missing } from '../../../shared/tables/table.ts'
import { cellText, definition } from '../../../shared/tables/titles.ts'
import { known } from '../../analytics-query.ts'
import { Answered, Block } from '../../ui/block.tsx'
import { Delta } from '../../ui/delta.tsx'
import { useFormat } from '../../ui/format.ts'
import { Formula } from '../../ui/formula.tsx'
import kit from '../../ui/kit.module.css'
import { CellView, MissingValue } from '../../ui/missing-value.tsx'
import { missingComparison, NotCompared } from '../../ui/not-compared.tsx'
import { BasisSwitch } from '../../ui/switches.tsx'
import { useView } from '../../view.ts'
import { GrowingNote, type NoPitch, useNoPitch } from './figures.tsx'
import { OwnAge } from './page-age.tsx'
import classes from './player.module.css'
import { type About, useWithComparison } from './queries.ts'

export function Funnel({ about }: { about: About }) {
  const { t } = useTranslation('player')
  const { account_id, player, period, comparison, zone } = about
  const { dateRange } = useFormat()
  const basis = useView(({ preferences }) => preferences.basis)
  const { query, compared } = useWithComparison(about, ({ stats }) => stats)
  const noPitch = useNoPitch(about)
  return (
    <Block
      title={t('block.funnel')}
      tools={<BasisSwitch />}
      exported={{ table: 'funnel', account_id, player_id: player.id, period, comparison }}
      foot={
        <>
          <OwnAge answer={query.value} zone={zone} />
          {comparison && compared.value && (
            <span>{t('changeFrom', { days: dateRange(comparison) })}</span>
          )}
          <GrowingNote answer={query.value} about={about} />
          {query.value && <NotCompared {...{ compared, comparison, zone }} answer={query.value} />}
        </>
      }
    >
      <Answered query={query} height={172}>
        {(answer) => (
          <Steps
            steps={funnelSteps(
              {
                stats: known(answer),
                comparison: comparison ? known(compared.value) : undefined,
                player,
              },
              basis,
            )}
            noPitch={player.pitch_time > 0 ? null : noPitch}
            isCompared={comparison !== null}
            lacking={missingComparison(compared)}
          />
        )}
      </Answered>
    </Block>
  )
}

interface StepsProps {
  steps: FunnelStep[]
  /** Null when the player has a pitch. */
  noPitch: NoPitch | null
  isCompared: boolean
  /** Why there is nothing to compare with. */
  lacking: Missing | undefined
}

function Steps({ steps, ...of }: StepsProps) {
  const { t } = useTranslation('player')
  return (
    <table className={`${kit.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('step.name')}</th>
          <td className={classes.bar} aria-hidden="true" />
          <th scope="col">{t('step.count')}</th>
          <th scope="col">{t('step.ofPrevious')}</th>
          <th scope="col">{t('step.ofFirst')}</th>
          {of.isCompared && <th scope="col">{t('step.change')}</th>}
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <Step key={step.step} step={step} {...of} />
        ))}
      </tbody>
    </table>
  )
}

interface StepProps extends Omit<StepsProps, 'steps'> {
  step: FunnelStep
}

function Step({ step, noPitch, isCompared, lacking }: StepProps) {
  const { language } = useFormat()
  const name = cellText('step', step.step, language)
  const formula = definition(measureOf(step.step, step.basis), language)
  const isAbsent = typeof step.count === 'object' && step.count.missing === 'not-applicable'
  return (
    <tr>
      <th scope="row" className={classes.step}>
        <span className={classes.named}>
          {name}
          {formula && <Formula name={name} definition={formula} />}
        </span>
      </th>
      {isAbsent ? (
        <NotCounted step={step} noPitch={noPitch} columns={isCompared ? 5 : 4} />
      ) : (
        <Counted {...{ step, isCompared, lacking }} />
      )}
    </tr>
  )
}

function Counted({ step, isCompared, lacking }: Omit<StepProps, 'noPitch'>) {
  const { count, shareOfPrevious, shareOfFirst, change } = step
  const share = typeof shareOfFirst === 'number' ? Math.min(shareOfFirst, 100) : 0
  return (
    <>
      <td className={classes.bar} aria-hidden="true">
        <div className={classes.barFill} style={{ width: `${share}%` }} />
      </td>
      <td>
        <CellView cell={count} kind="count" />
      </td>
      <td>
        <CellView cell={shareOfPrevious} kind="percent" />
      </td>
      <td>
        <CellView cell={shareOfFirst} kind="percent" />
      </td>
      {isCompared && (
        <td className={classes.moved}>
          <Delta {...{ change, lacking }} kind="count" />
        </td>
      )}
    </>
  )
}

interface NotCountedProps {
  step: FunnelStep
  noPitch: NoPitch | null
  columns: number
}

function NotCounted({ step, noPitch, columns }: NotCountedProps) {
  const { t } = useTranslation('player')
  const why = step.step === 'over_pitch' ? noPitch : null
  return (
    <td colSpan={columns} className={classes.absent}>
      <MissingValue why="not-applicable" words={why?.long ?? t('sessionsOnly')} />
      <span aria-hidden="true"> · {why?.short ?? t('sessionsOnly')}</span>
    </td>
  )
}

function measureOf(step: FunnelStep['step'], basis: Basis) {
  if (step === 'over_pitch') return 'total_over_pitch'
  return step === 'conversions' ? 'total_conversions' : countOf(step, basis)
}
