import { Box, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import classes from './changes.module.css'
import type { Changes } from './use-changes.ts'

/**
 * The changes in a chart's period, listed next to it. Renders nothing when nothing was ever posted.
 */
export function ChangeList({ changes }: { changes: Changes }) {
  const { t } = useTranslation('changes')
  const format = useFormat()
  const last = changes.posted.at(-1)
  if (!last) return null
  if (changes.inPeriod.length === 0) {
    return (
      <Box component="p" mt={8} className={kit.quiet}>
        <strong>{t('title')}.</strong> {t('none', { day: format.date(last.day) })}
      </Box>
    )
  }
  return (
    <section className={classes.list} aria-label={t('title')}>
      <Box component="h3" mb={4} className={kit.heading}>
        {t('title')}
      </Box>
      <ul className={kit.list}>
        {changes.inPeriod.toReversed().map(({ key, at, kind, text }) => (
          <li key={key}>
            <UnstyledButton
              className={`${kit.hover} ${classes.entry}`}
              aria-haspopup="dialog"
              onClick={() => changes.open([key])}
            >
              <span className={kit.quiet}>{format.instant(at)}</span>
              <span>{text}</span>
              <span className={`${kit.quiet} ${classes.kind}`} data-kind={kind}>
                {t(`kind.${kind}`)}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
