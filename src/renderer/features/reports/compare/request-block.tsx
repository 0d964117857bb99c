import { useTranslation } from 'react-i18next'
import type { Guardrails } from '../../../../shared/features/ab-tests/ab-test.ts'
import type { RequestDifference } from '../../../../shared/features/reports/compare-request.ts'
import { preferences } from '../../../../shared/features/settings/preferences.ts'
import { cellText, type FilterValue, filterText, title } from '../../../../shared/tables/titles.ts'
import { Block } from '../../../ui/block.tsx'
import { useFormat } from '../../../ui/format.ts'
import classes from './compare.module.css'

/** The differences in what two reports requested, defined or interpreted. */
export function RequestBlock({ request }: { request: readonly RequestDifference[] }) {
  const { t } = useTranslation('reportsCompare')
  const words = useWords()
  return (
    <Block title={t('settings')}>
      {request.length === 0 ? (
        <p className={classes.note}>
          {t('same')} {t('sameHint')}
        </p>
      ) : (
        <table className={classes.request}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('left')}</th>
              <th scope="col">{t('right')}</th>
            </tr>
          </thead>
          <tbody>
            {request.map((one) => {
              const [what, left, right] = words(one)
              return (
                <tr key={one.what === 'annotation' ? one.id : what}>
                  <th scope="row">{what}</th>
                  <td>{left}</td>
                  <td>{right}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Block>
  )
}

// A report made by another version may contain others.
const CHOICES = ['basis', 'deadBand', 'guardrails', 'primary'] as const
const isKnown = (name: string): name is (typeof CHOICES)[number] =>
  (CHOICES as readonly string[]).includes(name)

type What = RequestDifference['what']
type Of<W extends What> = OfOne<RequestDifference, W>
type OfOne<One, W> = One extends { what: infer Own } ? ([W] extends [Own] ? One : never) : never
type Say<T> = (side: T) => string
type Worded = [what: string, left: string, right: string]
type Words = { [W in What]: (one: Of<W>) => Worded }

function useWords() {
  const { t } = useTranslation('reportsCompare')
  const ui = useTranslation('ui').t
  const choiceText = useChoiceText()
  const { dateRange, videoTime, language } = useFormat()

  function row<T>(what: string, { left, right }: { left: T | null; right: T | null }, say: Say<T>) {
    const sideText = (side: T | null) => (side === null ? t('none') : say(side))
    return [what, sideText(left), sideText(right)] satisfies Worded
  }
  const named = (one: Of<'account' | 'player' | 'group'>) => {
    const isNamesake = one.left?.name === one.right?.name
    return row(t(`differing.${one.what}`), one, ({ id, name }) =>
      isNamesake ? `${name} (${id})` : name,
    )
  }
  const days = (one: Of<'period' | 'comparison'>) => row(t(`differing.${one.what}`), one, dateRange)
  const seconds = (one: Of<'pitch_time' | 'duration'>) =>
    row(t(`differing.${one.what}`), one, (at) => (at === 0 ? t('none') : videoTime(at)))
  const plain = (one: Of<'timezone' | 'version'>) => row(t(`differing.${one.what}`), one, String)

  const words: Words = {
    ...{ account: named, player: named, group: named },
    ...{ period: days, comparison: days },
    ...{ pitch_time: seconds, duration: seconds },
    ...{ timezone: plain, version: plain },
    screen: (one) => row(t('differing.screen'), one, (name) => ui(`screen.${name}`)),
    trial: (one) => row(t('differing.trial'), one, videoTime),
    filter: (one) => {
      const textsOf = (side: FilterValue) => filterText([one.name, side], language)
      return row(t('differing.filter', { name: textsOf('')[0] }), one, (side) =>
        String(textsOf(side)[1]),
      )
    },
    choice: (one) =>
      row(isKnown(one.name) ? t(`choice.${one.name}`) : one.name, one, (side) =>
        choiceText(one.name, side),
      ),
    definition: (one) => {
      const name = title(one.key, language)
      return row(t('differing.definition', { name }), one, (both) => both[language] ?? both.en)
    },
    annotation: (one) =>
      row(t('differing.annotation'), one, ({ period, text }) => `${dateRange(period)}: ${text}`),
  }
  // The cast is needed because the compiler cannot relate `one` to the function for its kind.
  return (one: RequestDifference) => (words[one.what] as (of: typeof one) => Worded)(one)
}

/** A choice, which is JSON, in words; as it is when it is not one that this version knows. */
function useChoiceText() {
  const { t } = useTranslation(['block', 'abTests'])
  const { language, percent, axisPercent, count } = useFormat()
  const guardrailText = (key: keyof Guardrails, most: number) =>
    key === 'days' || key === 'conversions' ? count(most) : axisPercent(most)
  return (name: string, json: string): string => {
    const value: unknown = JSON.parse(json)
    const chosen = preferences.partial().safeParse({ [name]: value }).data
    if (name === 'primary' && typeof value === 'string') return cellText('metric', value, language)
    if (chosen?.basis) return t(`block:basisName.${chosen.basis}`)
    if (chosen?.deadBand !== undefined) return percent(chosen.deadBand)
    if (!chosen?.guardrails) return json
    return (Object.entries(chosen.guardrails) as [keyof Guardrails, number][])
      .map(([key, most]) => `${t(`abTests:guardrails.${key}`)}: ${guardrailText(key, most)}`)
      .join(' · ')
  }
}
