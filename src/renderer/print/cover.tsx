import { Box } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ReportCover } from '../../shared/features/reports/cover.ts'
import {
  comparedIn,
  type ReportAbout,
  unfinishedDay,
} from '../../shared/features/reports/report.ts'
import type { OpenReport } from '../../shared/features/settings/window-info.ts'
import type { Period } from '../../shared/time/period.ts'
import { type Format, useFormat } from '../ui/format.ts'
import kit from '../ui/kit.module.css'
import classes from './print.module.css'

interface CoverProps {
  report: OpenReport
  texts: Pick<ReportCover, 'note' | 'signature'>
}

/** The title page: what the report is about, its note, and the facts by which it can be found and checked. */
export function Cover({ report: { id, about }, texts: { note, signature } }: CoverProps) {
  const { t } = useTranslation('print')
  const facts = useFacts({ id, about })
  return (
    <header className={classes.cover}>
      <Box component="p" fz="md" c="dimmed">
        {t(`kind.${about.screen}`)}
      </Box>
      <Box component="h1" mt={2} mb={8} fz="1.75rem" fw={650} lh={1.25} className={kit.breaks}>
        {about.title}
      </Box>
      {note && (
        <Box component="p" mb={8} className={`${kit.breaks} ${classes.note}`}>
          {note}
        </Box>
      )}
      {signature && (
        <Box component="p" mb={8} c="dimmed" className={kit.breaks}>
          {signature}
        </Box>
      )}
      <dl className={`${kit.facts} ${classes.facts}`}>
        {facts.map(([name, text]) => (
          <div key={name} className={classes.fact} data-columns={columnsOf(text)}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

/** Characters that fit on a line in one of the page's six columns. */
const LETTERS = 21
const columnsOf = (text: string) => Math.min(3, Math.ceil(text.length / LETTERS))

function useFacts({ id, about }: OpenReport): [name: string, text: string][] {
  const { t } = useTranslation('print')
  const format = useFormat()
  const { instant } = format
  const { account, player, group, period, asOf } = about
  const { timezone: zone } = account
  const parameter = about.filters['query_key']
  const inForce = useInForce(about)
  const facts: [string, string | null | undefined][] = [
    [t('account'), account.name],
    [t('player'), player && `${player.name} (${player.id})`],
    [t('test'), group?.name],
    [t('period'), daysText(about.period, about, t, format)],
    [
      t('comparison'),
      period && (daysText(comparedIn(about), about, t, format) ?? t('noComparison')),
    ],
    [t('parameter'), parameter === undefined ? null : String(parameter)],
    [t('seconds'), inForce],
    [t('zone'), zone],
    [t('madeAt'), `${instant(about.madeAt, zone)} · Cuepoint ${about.version}`],
    [
      t('asOf'),
      asOf &&
        t('asOfText', { newest: instant(asOf.newest, zone), oldest: instant(asOf.oldest, zone) }),
    ],
    [t('checksum'), id],
  ]
  return facts.filter((one): one is [string, string] => Boolean(one[1]))
}

/** These days, of the period or its comparison, and the one of them that was not over. */
export function daysText(
  days: Period | null,
  about: ReportAbout,
  t: TFunction<'print'>,
  { date, dateRange }: Format,
): string | null {
  if (!days) return null
  const unfinished = unfinishedDay({ ...about, period: days, comparison: null })
  const range = dateRange(days)
  return unfinished ? t('unfinished', { days: range, day: date(unfinished) }) : range
}

function useInForce({ player }: OpenReport['about']): string | null {
  const { t } = useTranslation('print')
  const { videoTime } = useFormat()
  if (!player || player.duration === 0) return null
  const length = videoTime(player.duration)
  if (player.pitch_time === 0) return t('lengthAlone', { length })
  return t('pitchAndLength', { pitch: videoTime(player.pitch_time), length })
}
