import { useTranslation } from 'react-i18next'
import type { OpenedTable } from '../../../shared/features/reports/opened-tables.ts'
import { filterText } from '../../../shared/tables/titles.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import classes from './folder.module.css'

/** The facts about a table from its JSON file: account, period, zone and filters. */
export function FolderFacts({ about }: Pick<OpenedTable, 'about'>) {
  const { t } = useTranslation('folder')
  const { count, language } = useFormat()
  const { account, player, period, comparison, timezone, version } = about
  const { days, at, plain } = useValueFormats()
  const before = {
    account,
    player: player && `${player.name} (${player.id})`,
    period: period && days(period),
    comparison: comparison && days(comparison),
    timezone,
  }
  const after = {
    asOf: at(about.as_of),
    rows: count(about.rows),
    exportedAt: at(about.exported_at),
    version,
  }
  const named = <K extends string>(facts: Record<K, string | null>, title: (name: K) => string) =>
    (Object.entries(facts) as [K, string | null][]).map(([name, text]) => ({
      ...{ name, text, title: title(name) },
    }))
  const filters = Object.entries(about.filters).map((filter) => {
    const [title, value] = filterText(filter, language)
    return { name: `filter ${filter[0]}`, title, text: plain(value) }
  })
  const facts = [
    ...named(before, (name) => t(name)),
    ...filters,
    ...named(after, (name) => t(name)),
  ]
  return (
    <dl className={`${kit.facts} ${classes.facts}`}>
      {facts.map(
        ({ name, title, text }) =>
          text !== null && (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Formats values. Instants are in the window's zone, because the file's may be unknown to this computer. */
function useValueFormats() {
  const { t } = useTranslation('folder')
  const { count, date, instant, zone } = useFormat()
  return {
    days: ({ start, end }: { start: string; end: string }) =>
      t('days', { start: date(start), end: date(end) }),
    at: (text: string | null) =>
      text === null ? t('unknown') : t('at', { time: instant(Date.parse(text)), zone }),
    // An empty search is no filter.
    plain: (value: string | number) => (typeof value === 'number' ? count(value) : value || null),
  }
}
