import { Button } from '@mantine/core'
import { IconFileTypePdf, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../bridge.ts'
import { useMutation } from '../mutation.ts'
import { useFormat } from './format.ts'
import { Notice } from './notice.tsx'

export function PdfButton({ id }: { id: string }) {
  const { t } = useTranslation('report')
  const { language } = useFormat()
  const { mutate, failure, isPending } = useMutation()
  const [savedAs, setSavedAs] = useState<string | null>(null)
  const save = () =>
    void mutate(async () => {
      setSavedAs(null)
      setSavedAs(await call.reports.pdf({ id, language }))
    })
  return (
    <>
      {isPending ? (
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
        {isPending && t('pdfUnderWay')}
        {savedAs && t('saved', { file: savedAs })}
      </span>
      {failure && failure.kind !== 'cancelled' && <Notice failure={failure} onRetry={save} />}
    </>
  )
}
