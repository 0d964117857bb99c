import { Box, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { call } from '../bridge.ts'
import { failureWords } from '../ui/failure-text.ts'
import { makeFormat } from '../ui/format.ts'
import { CopyDiagnostics } from '../ui/guard.tsx'
import classes from './start-failed.module.css'

/** The whole window when the data could not be opened: the reason, and what can be done. */
export function StartFailed({ failure }: { failure: Failure }) {
  const { t, i18n } = useTranslation('failure')
  const { t: ofFault } = useTranslation('fault')
  const [word, values = {}] = failureWords(failure, makeFormat(i18n.language as Language, 'UTC'))
  return (
    <main className={classes.page}>
      <Box component="p" c="dimmed">
        {ofFault('startTitle')}
      </Box>
      <Box component="h1" fz={22} fw={600}>
        {t(`${word}Title`, values)}
      </Box>
      <p>{t(`${word}Why`, values)}</p>
      <p>{word === 'storageFull' ? ofFault('startFull') : t(`${word}Next`, values)}</p>
      <Group gap={8} align="stretch">
        <Button variant="filled" onClick={() => void call.app.startAgain()}>
          {ofFault('startAgain')}
        </Button>
        <CopyDiagnostics details={JSON.stringify(failure).slice(0, 9000)} />
      </Group>
    </main>
  )
}
