import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../bridge.ts'
import { useMutation } from '../mutation.ts'
import { useFormat } from './format.ts'
import { Notice } from './notice.tsx'

/** Saves a report as PDF; the list of exports shows its progress. */
export function PdfButton({ id }: { id: string }) {
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
