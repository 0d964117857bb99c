import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../../shared/api/statistics.ts'
import type {
  Diverted,
  DivertedTotals,
  DryRun,
} from '../../../../shared/features/videos/dry-run.ts'
import { CURRENCIES } from '../../../../shared/model/money.ts'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import classes from './dry-run.module.css'

interface Bounds {
  atLeast: DivertedTotals
  atMost: DivertedTotals
}

/** The viewers that each list alone, and all rules together, would have diverted. */
export function RunTable({ run, all }: { run: DryRun; all: DivertedTotals }) {
  const { t } = useTranslation('dryRun')
  return (
    <table className={`${kit.table} ${classes.table}`}>
      <caption className={classes.caption}>{t('asked')}</caption>
      <thead>
        <tr>
          {(['rule', 'views', 'sales', 'money'] as const).map((name) => (
            <th key={name} scope="col">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {run.lists.map(({ list, ...bounds }) => (
          <Row key={list} name={t(`list.${list}`)} bounds={bounds} all={all} />
        ))}
        {run.missing.map((list) => (
          <tr key={list}>
            <th scope="row">{t(`list.${list}`)}</th>
            <td colSpan={3}>{t('missing')}</td>
          </tr>
        ))}
        <Row name={t('together')} bounds={run} all={all} />
      </tbody>
    </table>
  )
}

function Row({ name, bounds, all }: { name: string; bounds: Bounds; all: DivertedTotals }) {
  const count = useCountText()
  const money = useMoneyText()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count('total_viewed', bounds, all)}</td>
      <td>{count('total_conversions', bounds, all)}</td>
      <td>
        {money(bounds, all).map((text) => (
          <div key={text}>{text}</div>
        ))}
      </td>
    </tr>
  )
}

function useCountText() {
  const { t } = useTranslation('dryRun')
  const { count, percent } = useFormat()
  return (key: Diverted, { atLeast, atMost }: Bounds, all: DivertedTotals) => {
    const share = (part: number) => percent(truncatedRate(part, all[key]) ?? 0)
    const [low, high] = [atLeast[key], atMost[key]]
    if (all[key] === 0) return t('noneOf')
    const whole = count(all[key])
    if (low === high) return t('exact', { figure: count(high), all: whole, share: share(high) })
    const top = { high: count(high), all: whole, highShare: share(high) }
    return low === 0
      ? t('atMost', top)
      : t('between', { ...top, low: count(low), lowShare: share(low) })
  }
}

function useMoneyText() {
  const { t } = useTranslation('dryRun')
  const { money } = useFormat()
  return ({ atLeast, atMost }: Bounds, all: DivertedTotals) => {
    const sold = CURRENCIES.filter((currency) => all[`total_amount_${currency}`] > 0)
    if (sold.length === 0) return [t('noMoney')]
    return sold.map((currency) => {
      const written = (totals: DivertedTotals) =>
        money(totals[`total_amount_${currency}`], currency)
      const [low, high, whole] = [written(atLeast), written(atMost), written(all)]
      if (low === high) return t('exactMoney', { figure: high, all: whole })
      return atLeast[`total_amount_${currency}`] === 0
        ? t('atMostMoney', { high, all: whole })
        : t('betweenMoney', { low, high, all: whole })
    })
  }
}
