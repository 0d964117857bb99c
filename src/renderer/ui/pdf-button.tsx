import { Button } from '@mantine/core'
import { IconFileTypePdf, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../attempt.ts'
import { call } from '../bridge.ts'
import { useFormat } from './format.ts'
import { Notice } from './notice.tsx'

/** Draws a report as a PDF, where the person says; until it is there it can be stopped. */
export function PdfButton({ id }: { id: string }) {
  const { t } = useTranslation('report')
  const { language } = useFormat()
  const { attempt, failure, isUnderWay } = useAttempt()
  const [savedAs, setSavedAs] = useState<string | null>(null)
  const save = () =>
    void attempt(async () => {
      setSavedAs(null)
      setSavedAs(await call.reports.pdf({ id, language }))
    })
  return (
    <>
      {isUnderWay ? (
        <Button
          variant="default"
          leftSection={<IconX size={15} aria-hidden />}
          onClick={() => void call.reports.stopPdf()}
        >
          {t('stopPdf')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={15} aria-hidden />}
          onClick={save}
        >
          {t('pdf')}
        </Button>
      )}
      <span role="status">
        {isUnderWay && t('pdfUnderWay')}
        {savedAs && t('saved', { file: savedAs })}
      </span>
      {failure && failure.kind !== 'cancelled' && <Notice failure={failure} onRetry={save} />}
    </>
  )
}
