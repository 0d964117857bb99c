import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../bridge.ts'

interface CopyDiagnosticsProps {
  /** Of a fault that is shown. */
  details?: string
}

/** Copies what someone who looks for a mistake needs to know. */
export function CopyDiagnostics({ details = '' }: CopyDiagnosticsProps) {
  const { t } = useTranslation('fault')
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => call.desk.copyDiagnostics({ details }).then(() => setIsCopied(true))
  return (
    <Button variant="default" onClick={() => void copy()}>
      {t(isCopied ? 'copied' : 'copy')}
    </Button>
  )
}
