import { Box, Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReport } from '../../view.ts'
import kit from '../kit.module.css'
import { AnnotationList } from './annotation-list.tsx'
import classes from './annotations.module.css'
import type { OwnAnnotations } from './use-own-annotations.tsx'

/** The annotations of a chart's days, and the button to add one. */
export function OwnList({ own }: { own: OwnAnnotations }) {
  const { t } = useTranslation('annotations')
  const isReport = useReport() !== null
  // Reports are read-only.
  if (isReport && own.inPeriod.length === 0) return null
  return (
    <section className={classes.own} aria-label={t('inPeriod')}>
      {own.inPeriod.length > 0 && (
        <>
          <Box component="h3" mb={4} className={kit.heading}>
            {t('inPeriod')}
          </Box>
          <AnnotationList annotations={own.inPeriod} onOpen={({ id }) => own.open([id])} />
        </>
      )}
      {!isReport && (
        <Button
          leftSection={<IconMessagePlus size={14} aria-hidden />}
          aria-haspopup="dialog"
          onClick={own.add}
        >
          {t('add')}
        </Button>
      )}
    </section>
  )
}
