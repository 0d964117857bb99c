import { Box, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Children, type ReactNode, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { call } from '../bridge.ts'
import { detailsOf } from '../faults.ts'
import { goTo, useReport, useView } from '../view.ts'
import classes from './notice.module.css'

type Part = 'block' | 'screen' | 'window'

interface GuardProps {
  part: Part
  /** The error is reset when one of these changes. */
  anew?: readonly unknown[]
  onFault?: () => void
  children: ReactNode
}

/** An error boundary. It shows what to do instead of its content; the rest of the window keeps working. */
export function Guard({ part, anew = [], onFault, children }: GuardProps) {
  return (
    <ErrorBoundary
      resetKeys={[...anew]}
      onError={(thrown) => {
        void call.app.fault({ part, ...detailsOf(thrown) })
        onFault?.()
      }}
      fallbackRender={({ error }) => <Fault part={part} thrown={error} />}
    >
      {children}
    </ErrorBoundary>
  )
}

export const GuardedBlocks = ({ children }: { children: ReactNode }) =>
  Children.map(children, (block) => block && <Guard part="block">{block}</Guard>)

function Fault({ part, thrown }: { part: Part; thrown: unknown }) {
  const { t } = useTranslation('fault')
  const { text, stack } = detailsOf(thrown)
  return (
    <div role="alert" className={classes.notice}>
      <IconAlertTriangle size={18} className={classes.icon} aria-hidden />
      <Box flex="1 1 240px" miw={0}>
        <Text size="sm" fw={600}>
          {t(part)}
        </Text>
        <p className={classes.text}>{t('why', { text })}</p>
        <p className={classes.text}>{t(part === 'block' ? 'nextBlock' : 'next')}</p>
      </Box>
      <Group gap={8} align="stretch" wrap="nowrap" flex="none" ml="auto">
        <CopyDiagnostics details={`${part}: ${text}\n${stack}`} />
        {part !== 'block' && <ExitButton />}
        {/* A reload, because answers and failed imports stay cached in the page. */}
        <Button onClick={() => void call.app.reload()}>{t('retry')}</Button>
      </Group>
    </div>
  )
}

/** Closes the report, or goes to the overview. */
function ExitButton() {
  const { t } = useTranslation('fault')
  const report = useReport()
  const screen = useView(({ preferences }) => preferences.place.screen)
  if (report) {
    return <Button onClick={() => void call.reports.close()}>{t('closeReport')}</Button>
  }
  const toOverview = () => {
    goTo('overview')
    void call.app.reload()
  }
  return screen !== 'overview' && <Button onClick={toOverview}>{t('overview')}</Button>
}

interface CopyDiagnosticsProps {
  /** The details of the displayed error. */
  details?: string
}

export function CopyDiagnostics({ details = '' }: CopyDiagnosticsProps) {
  const { t } = useTranslation('fault')
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => call.app.copyDiagnostics({ details }).then(() => setIsCopied(true))
  return <Button onClick={() => void copy()}>{t(isCopied ? 'copied' : 'copy')}</Button>
}
