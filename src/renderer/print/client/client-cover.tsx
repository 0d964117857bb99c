import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientLayout } from '../../../shared/features/reports/cover.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './client.module.css'
import { daysNote, type FindingWords } from './finding-words.ts'
import { titleOf } from './pages.tsx'

interface ClientCoverProps {
  report: OpenReport
  layout: ClientLayout
  findings: readonly FindingWords[]
  isCompared: boolean
}

/** What the report is of. Under a title of the user's own, its subject must still be named. */
function subjectText(
  { t, about }: { t: TFunction<'clientReport'>; about: OpenReport['about'] },
  title: string,
): string {
  const kind = t(`kind.${about.screen === 'overview' ? 'overview' : 'player'}`)
  const subject = about.player?.name ?? about.account.name
  return title === subject ? kind : `${kind} · ${subject}`
}

/** In characters: two or three lines. */
const SHORT_TITLE = 70

/** The cover: sender, subject, the sender's note, and the findings. */
export function ClientCover({ report, layout, findings, isCompared }: ClientCoverProps) {
  const { t } = useTranslation('clientReport')
  const format = useFormat()
  const { brand, cover } = layout
  const { about } = report
  const { period } = about
  const note = daysNote({ t, format, about }, isCompared)
  const title = titleOf({ report, layout })
  return (
    <div className={classes.cover} style={{ '--accent': brand.accent } as CSSProperties}>
      <div className={classes.logo}>
        {brand.logo ? (
          <img src={brand.logo} alt={brand.name} />
        ) : (
          <p className={classes.brandName}>{brand.name || about.account.name}</p>
        )}
      </div>
      <p className={classes.kind}>{subjectText({ t, about }, title)}</p>
      <h1 className={classes.title} data-long={title.length > SHORT_TITLE}>
        {title}
      </h1>
      <p className={classes.days}>
        {period && format.dateRange(period)}
        {note && <span> · {note}</span>}
      </p>
      {(cover.note || cover.signature) && (
        <div className={classes.note}>
          <p>{cover.note}</p>
          {cover.signature && <p className={classes.signature}>{cover.signature}</p>}
        </div>
      )}
      <div className={classes.findings}>
        <h2>{t('whatWeFound')}</h2>
        {findings.length === 0 && <p className={classes.evidence}>{t('nothingFound')}</p>}
        {findings.map(({ sentence, evidence, number, under }, index) => (
          <div key={sentence} className={classes.finding}>
            <span className={classes.place}>{index + 1}</span>
            <div className={classes.text}>
              <h3>{sentence}</h3>
              <p className={classes.evidence}>{evidence}</p>
            </div>
            <div className={classes.number}>
              <p>{number}</p>
              <p>{under}</p>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
