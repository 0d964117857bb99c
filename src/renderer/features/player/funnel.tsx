import { useTranslation } from 'react-i18next'
import { type Basis, countOf } from '../../../shared/model/statistics.ts'
import { type FunnelStep, funnelSteps } from '../../../shared/tables/funnel.ts'
import { cellText, definition } from '../../../shared/tables/titles.ts'
import { Delta } from '../../ui/delta.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { Formula } from '../../ui/formula.tsx'
import { CellView, Nothing } from '../../ui/nothing.tsx'
import { useView } from '../../view.ts'
import { AnswerAge, Answered, Block } from './block.tsx'
import classes from './player.module.css'
import { type About, known, useCompared } from './question.ts'
import { BasisSwitch } from './tools.tsx'

export function Funnel({ about }: { about: About }) {
  const { t } = useTranslation('player')
  const { account_id, player, period, comparison, zone } = about
  const basis = useView(({ preferences }) => preferences.basis)
  const { asked, compared } = useCompared(about, ({ stats }) => stats)
  return (
    <Block
      title={t('block.funnel')}
      tools={
        <>
          <BasisSwitch />
          <ExportButton
            question={{ table: 'funnel', account_id, player_id: player.id, period, comparison }}
          />
        </>
      }
      foot={<AnswerAge answer={asked.value} zone={zone} />}
    >
      <Answered asked={asked} height={172}>
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
            hasPitch={player.pitch_time > 0}
            isCompared={comparison !== null}
          />
        )}
      </Answered>
    </Block>
  )
}

interface StepsProps {
  steps: FunnelStep[]
  hasPitch: boolean
  isCompared: boolean
}

function Steps({ steps, hasPitch, isCompared }: StepsProps) {
  const { t } = useTranslation('player')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('step.name')}</th>
          <td className={classes.bar} />
          <th scope="col">{t('step.count')}</th>
          <th scope="col">{t('step.ofPrevious')}</th>
          <th scope="col">{t('step.ofFirst')}</th>
          {isCompared && <th scope="col">{t('step.change')}</th>}
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <Step key={step.step} {...{ step, hasPitch, isCompared }} />
        ))}
      </tbody>
    </table>
  )
}

interface StepProps extends Pick<StepsProps, 'hasPitch' | 'isCompared'> {
  step: FunnelStep
}

function Step({ step, hasPitch, isCompared }: StepProps) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const name = cellText('step', step.step, language)
  const formula = definition(measureOf(step.step, step.basis), language)
  const share = typeof step.shareOfFirst === 'number' ? Math.min(step.shareOfFirst, 100) : null
  const isAbsent = typeof step.count === 'object' && step.count.missing === 'not-applicable'
  const why = step.step === 'over_pitch' && !hasPitch ? t('noPitchLong') : t('sessionsOnly')
  const none = <Nothing why="not-applicable" words={why} />
  return (
    <tr>
      <th scope="row">
        <span className={classes.named}>
          {name}
          {formula && <Formula name={name} definition={formula} />}
        </span>
      </th>
      <td className={classes.bar}>
        {share !== null && <div className={classes.barFill} style={{ width: `${share}%` }} />}
      </td>
      <td>{isAbsent ? none : <CellView cell={step.count} kind="count" />}</td>
      <td>{isAbsent ? null : <CellView cell={step.shareOfPrevious} kind="percent" />}</td>
      <td>{isAbsent ? null : <CellView cell={step.shareOfFirst} kind="percent" />}</td>
      {isCompared && <td>{isAbsent ? null : <Delta change={step.change} kind="count" />}</td>}
    </tr>
  )
}

function measureOf(step: FunnelStep['step'], basis: Basis) {
  if (step === 'over_pitch') return 'total_over_pitch'
  return step === 'conversions' ? 'total_conversions' : countOf(step, basis)
}
