import { Box, Button, UnstyledButton } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReport } from '../../view.ts'
import kit from '../kit.module.css'
import classes from './annotations.module.css'
import { useDaysText } from './use-annotations.ts'
import type { OwnAnnotations } from './use-own-annotations.tsx'

/** The annotations of a chart's days, and the button to add one. */
export function OwnList({ own }: { own: OwnAnnotations }) {
  const { t } = useTranslation('annotations')
  const daysText = useDaysText()
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
          <ul className={kit.list}>
            {own.inPeriod.map(({ id, period, text }) => (
              <li key={id}>
                <UnstyledButton
                  className={`${kit.hover} ${classes.entry}`}
                  aria-haspopup="dialog"
                  disabled={isReport}
                  onClick={() => own.open([id])}
                >
                  <Box component="span" c="dimmed">
                    {daysText(period)}
                  </Box>
                  <span className={kit.breaks}>{text}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
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
