import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconFileTypePdf, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../bridge.ts'
import { useMutation } from '../mutation.ts'
import { useFormat } from './format.ts'
import { Notice } from './notice.tsx'

interface PdfButtonProps {
  id: string
  /** Without space for a message, the result is only in the button's title. */
  isBrief?: boolean
}

export function PdfButton({ id, isBrief = false }: PdfButtonProps) {
  const { t } = useTranslation('report')
  const { language } = useFormat()
  const { mutate, value: savedAs, failure, isPending } = useMutation<string | null>()
  const save = () => void mutate(() => call.reports.pdf({ id, language }))
  const Icon = isBrief && savedAs ? IconCheck : IconFileTypePdf
  const said = isPending ? t('pdfUnderWay') : savedAs && t('saved', { file: savedAs })
  return (
    <>
      {isPending ? (
        <Button
          leftSection={<IconX size={15} aria-hidden />}
          onClick={() => void call.reports.stopPdf()}
        >
          {t('stopPdf')}
        </Button>
      ) : (
        <Button
          leftSection={<Icon size={15} aria-hidden />}
          {...(savedAs && { title: t('saved', { file: savedAs }) })}
          onClick={save}
        >
          {t('pdf')}
        </Button>
      )}
      <Status {...{ said, isBrief }} />
      {failure && failure.kind !== 'cancelled' && <Notice failure={failure} onRetry={save} />}
    </>
  )
}

function Status({ said, isBrief }: { said: string | null; isBrief: boolean }) {
  return isBrief ? (
    <VisuallyHidden role="status">{said}</VisuallyHidden>
  ) : (
    <span role="status">{said}</span>
  )
}
