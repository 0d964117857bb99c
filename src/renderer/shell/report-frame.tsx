import { Button } from '@mantine/core'
import { IconDownload, IconLock, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenReport } from '../../shared/features/settings/window-info.ts'
import { call } from '../bridge.ts'
import { leavePage } from '../kept-in-page.ts'
import { useMutation } from '../mutation.ts'
import { useFormat } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { PdfButton } from '../ui/pdf-button.tsx'
import classes from './report-frame.module.css'

/** Says over the whole window that it shows a report, of what and of when, and the way out of it. */
export function ReportFrame({ report: { id, about } }: { report: OpenReport }) {
  const { t } = useTranslation('report')
  const { instant } = useFormat()
  const { mutate, failure } = useMutation()
  const zone = about.account.timezone
  return (
    <section className={classes.frame} aria-labelledby="report-title">
      <div className={classes.what}>
        <p className={classes.badge}>
          <IconLock size={13} aria-hidden />
          {t('readOnly')}
        </p>
        <h2 id="report-title" className={classes.title}>
          {t('of', { when: instant(about.madeAt, zone) })}
          {`: ${about.title}`}
        </h2>
        <Facts report={{ id, about }} />
        {failure && <Notice failure={failure} />}
      </div>
      <div className={classes.tools}>
        <SaveButton id={id} />
        <PdfButton id={id} />
        <Button
          leftSection={<IconX size={15} aria-hidden />}
          onClick={() => void mutate(() => leavePage(() => call.reports.close()))}
        >
          {t('close')}
        </Button>
      </div>
    </section>
  )
}

function SaveButton({ id }: { id: string }) {
  const { t } = useTranslation('report')
  const { mutate, failure, isPending } = useMutation()
  const [savedAs, setSavedAs] = useState<string | null>(null)
  const save = () =>
    void mutate(async () => {
      setSavedAs(null)
      setSavedAs(await call.reports.save({ id }))
    })
  return (
    <>
      <Button
        variant="default"
        loading={isPending}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={save}
      >
        {t('save')}
      </Button>
      <span role="status">{savedAs && t('saved', { file: savedAs })}</span>
      {failure && <Notice failure={failure} onRetry={save} />}
    </>
  )
}

function Facts({ report: { id, about } }: { report: OpenReport }) {
  const { t } = useTranslation('report')
  const { dateRange, instant } = useFormat()
  const { name: account, timezone: zone } = about.account
  return (
    <>
      <p className={classes.facts}>
        {about.period
          ? t('facts', { account, zone, days: dateRange(about.period) })
          : t('factsAlone', { account, zone })}
      </p>
      <p className={classes.facts}>
        {about.asOf &&
          t('asOf', {
            newest: instant(about.asOf.newest, zone),
            oldest: instant(about.asOf.oldest, zone),
            version: about.version,
          })}{' '}
        <span className={classes.code} title={id}>
          {t('checksum', { id: id.slice(0, 16) })}
        </span>
      </p>
    </>
  )
}
