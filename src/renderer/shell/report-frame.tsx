import { Box, Button, Flex, Group } from '@mantine/core'
import { IconDownload, IconFileTypePdf, IconLock, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { leftOutNames } from '../../shared/features/reports/report.ts'
import type { OpenReport } from '../../shared/features/settings/window-info.ts'
import { call } from '../bridge.ts'
import { leavePage } from '../kept-in-page.ts'
import { useMutation } from '../mutation.ts'
import { useFormat } from '../ui/format.ts'
import kit from '../ui/kit.module.css'
import { Notice } from '../ui/notice.tsx'
import classes from './report-frame.module.css'

/** A bar above a report that says what it shows and from when, with a button to close it. */
export function ReportFrame({ report: { id, about } }: { report: OpenReport }) {
  const { t } = useTranslation('report')
  const { instant } = useFormat()
  const { mutate, failure } = useMutation()
  const zone = about.account.timezone
  return (
    <Flex
      component="section"
      gap={16}
      align="flex-start"
      justify="space-between"
      className={classes.frame}
      aria-labelledby="report-title"
    >
      <Group gap="2px 10px" miw={0}>
        <p className={classes.badge}>
          <IconLock size={13} aria-hidden />
          {t('readOnly')}
        </p>
        <Box id="report-title" component="h2" fz="md" fw={650} className={kit.breaks}>
          {t('of', { when: instant(about.madeAt, zone) })}
          {`: ${about.title}`}
        </Box>
        <Facts report={{ id, about }} />
        {failure && <Notice failure={failure} />}
      </Group>
      <Group gap={8} justify="flex-end" flex="none" maw="55%" className={kit.breaks}>
        <SaveButton id={id} />
        <PdfButton id={id} />
        <Button
          variant="filled"
          leftSection={<IconX size={15} aria-hidden />}
          onClick={() => void mutate(() => leavePage(() => call.reports.close()))}
        >
          {t('close')}
        </Button>
      </Group>
    </Flex>
  )
}

function SaveButton({ id }: { id: string }) {
  const { t } = useTranslation('report')
  const { mutate, value: savedAs, failure, isPending } = useMutation<string | null>()
  const save = () => void mutate(() => call.reports.save({ id }))
  return (
    <>
      <Button
        loading={isPending}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={save}
      >
        {t('save')}
      </Button>
      <Box component="span" role="status" fz="xs" className={classes.saved}>
        {savedAs && t('saved', { file: savedAs })}
      </Box>
      {failure && <Notice failure={failure} onRetry={save} />}
    </>
  )
}

/** Saves a report as PDF; the list of exports shows its progress. */
function PdfButton({ id }: { id: string }) {
  const { t } = useTranslation('report')
  const { language } = useFormat()
  const { mutate, failure, isPending } = useMutation()
  const save = () => void mutate(() => call.reports.pdf({ id, language }))
  return (
    <>
      <Button
        leftSection={<IconFileTypePdf size={15} aria-hidden />}
        loading={isPending}
        onClick={save}
      >
        {t('pdf')}
      </Button>
      {failure && <Notice failure={failure} onRetry={save} />}
    </>
  )
}

function Facts({ report: { id, about } }: { report: OpenReport }) {
  const { t } = useTranslation('report')
  const { language, dateRange, instant } = useFormat()
  const leftOut = leftOutNames(about, language)
  const { name: account, timezone: zone } = about.account
  return (
    <>
      <Box component="p" flex="0 1 100%" fz="xs">
        {about.period
          ? t('facts', { account, zone, days: dateRange(about.period) })
          : t('factsAlone', { account, zone })}
      </Box>
      {leftOut.length > 0 && (
        <Box component="p" flex="0 1 100%" fz="xs">
          {t('leftOut', { names: leftOut.join(', ') })}
        </Box>
      )}
      <Box component="p" flex="0 1 100%" fz="xs">
        {about.asOf &&
          t('asOf', {
            newest: instant(about.asOf.newest, zone),
            oldest: instant(about.asOf.oldest, zone),
            version: about.version,
          })}{' '}
        <span className={kit.tabular} title={id}>
          {t('checksum', { id: id.slice(0, 16) })}
        </span>
      </Box>
    </>
  )
}
