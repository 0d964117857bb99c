import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'
import { currentState, type DisplayedState } from '../../../shared/features/ab-tests/ab-word.ts'
import { type Reading, readingOf, splitIn } from '../../../shared/features/ab-tests/reading.ts'
import { startOf } from '../../../shared/features/ab-tests/times.ts'
import { confidenceOf, type Verdict } from '../../../shared/features/ab-tests/verdict.ts'
import { warningsOf } from '../../../shared/features/ab-tests/warnings.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Note } from '../../ui/notice.tsx'
import classes from './ab-tests.module.css'
import { chanceText, endText, liftText, tenthsText } from './percent-text.ts'
import type { About } from './use-test.ts'

export function VerdictLine({ about, snapshot }: { about: About; snapshot: AbSnapshot }) {
  const { t } = useTranslation('abTests')
  const { count, date, language } = useFormat()
  const { choice, group, zone } = about
  const reading = readingOf(group, snapshot, { metric: choice.primary, ...choice, zone })
  const sentence = useSentence(about, snapshot)(reading)
  const { pair, verdict } = reading
  const chance = verdict.state === 'invalid' ? null : verdict.chance.bIsHigher
  const joined = about.pair.some((id) => startOf(group, id) !== snapshot.start)
  return (
    <div className={classes.verdict} data-state={verdict.state}>
      <Box component="p" mb={4} fz="lg" fw={650} lh={1.35} role="status">
        {sentence}
      </Box>
      {chance !== null && (
        <Note>
          {t('numbers', {
            days: pair.days,
            a: count(pair.conversions.a),
            b: count(pair.conversions.b),
            chance: chanceText(chance, language),
          })}
        </Note>
      )}
      <Warnings about={about} snapshot={snapshot} />
      {pair.pairs > 1 && (
        <Note>
          {t('corrected', {
            count: pair.pairs,
            needed: tenthsText(confidenceOf(choice.guardrails, pair.pairs) * 100, language),
            asked: tenthsText(choice.guardrails.probability, language),
          })}
        </Note>
      )}
      {joined && <Note>{t('joined', { start: date(snapshot.start.slice(0, 10)) })}</Note>}
      <Note>{t('lasting')}</Note>
    </div>
  )
}

type Figured = Exclude<Verdict, { state: 'invalid' }>

/** There is no lift over a rate of zero: it is more than any. */
const liftWords = ({ lift, interval: [low, high] }: Figured, language: Language) => ({
  lift: lift === null ? endText(Number.POSITIVE_INFINITY, language) : liftText(lift, language),
  low: endText(low, language),
  high: endText(high, language),
})

/** Texts for a test that is over, which must not suggest that it continues. */
const ENDED: Partial<Record<DisplayedState, 'ended' | 'unread'>> = {
  ended_early: 'ended',
  ended_unread: 'unread',
}

function useSentence({ group, zone }: About, snapshot: AbSnapshot) {
  const { t } = useTranslation('abTests')
  const { language } = useFormat()
  const dealt = (shares: readonly number[]) =>
    shares.map((share) => tenthsText(share, language)).join('/')

  const collecting = (verdict: Extract<Verdict, { state: 'collecting' }>, ends: Ends) =>
    t(
      `verdict.${ENDED[currentState({ group, zone, state: verdict.state }, snapshot)] ?? 'collecting'}`,
      {
        lacks: verdict.missing
          .map((lack) => {
            if (lack.what === 'certainty') return t('verdict.certainty', { ...ends })
            const { has, of } = lack
            return lack.what === 'days'
              ? t('verdict.days', { has, of })
              : t('verdict.conversions', { has, of, arm: lack.arm.toUpperCase() })
          })
          .join('; '),
      },
    )

  const figured = (verdict: Figured) => {
    const { lift, ...ends } = liftWords(verdict, language)
    if (verdict.state === 'collecting') return collecting(verdict, ends)
    if (verdict.state === 'none') return t('verdict.none', { ...ends })
    if (verdict.state === 'decided') {
      return t(verdict.ahead === 'b' ? 'verdict.decidedB' : 'verdict.decidedA', { lift, ...ends })
    }
    const { bIsHigher } = verdict.chance
    const chance = chanceText(verdict.ahead === 'b' ? bIsHigher : 1 - bIsHigher, language)
    return t('verdict.leaning', { arm: verdict.ahead.toUpperCase(), lift, chance, ...ends })
  }

  return ({ metric, verdict }: Reading): string => {
    if (verdict.state !== 'invalid') return figured(verdict)
    if (verdict.why === 'no-share') return t(`verdict.no-share.${metric}`)
    if (verdict.why !== 'split') return t(`verdict.${verdict.why}`)
    const split = splitIn(group, snapshot)
    return t('verdict.split', {
      got: dealt(split?.got ?? []),
      planned: dealt(split?.planned ?? []),
    })
  }
}

interface Ends {
  low: string
  high: string
}

/** Other metrics that contradict the result; renders nothing when there are none. */
function Warnings({ about, snapshot }: { about: About; snapshot: AbSnapshot }) {
  const { t } = useTranslation('abTests')
  const { language } = useFormat()
  const warnings = warningsOf(about.group, snapshot, about)
  if (warnings.length === 0) return null
  return (
    <div className={classes.warning} role="note" aria-label={t('warning.title')}>
      <p className={kit.heading}>{t('warning.title')}</p>
      <ul>
        {warnings.map(({ metric, verdict }) => (
          <li key={metric}>
            {t(`warning.${verdict.state}`, {
              metric: cellText('metric', metric, language),
              arm: verdict.ahead.toUpperCase(),
              ...liftWords(verdict, language),
            })}
          </li>
        ))}
      </ul>
      <p>{t('warning.next')}</p>
    </div>
  )
}

interface SavedOnProps extends Pick<AbSnapshot, 'day'> {
  /** Whether the service left out a variant; otherwise newer figures could not be loaded. */
  isLacking: boolean
}

/** Of which day the result is, when there is no newer one, and why. */
export function SavedOn({ day, isLacking }: SavedOnProps) {
  const { t } = useTranslation('abTests')
  const { date } = useFormat()
  return <span>{t(isLacking ? 'savedLacking' : 'offline', { day: date(day) })}</span>
}
