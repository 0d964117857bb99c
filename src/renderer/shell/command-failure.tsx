import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { Failure } from '../../shared/failure.ts'
import { reasonOf } from '../query.ts'
import { Notice } from '../ui/notice.tsx'

const useFailed = create<{ failure: Failure | null }>(() => ({ failure: null }))

/** Runs a command of the palette, which is closed by then: its failure is shown over the screen. */
export function runCommand(command: () => Promise<unknown>) {
  useFailed.setState({ failure: null })
  command().catch((thrown: unknown) => useFailed.setState({ failure: reasonOf(thrown) }))
}

export function CommandFailure() {
  const { t } = useTranslation()
  const { failure } = useFailed()
  const close = () => useFailed.setState({ failure: null })
  return (
    failure && <Notice failure={failure} action={<Button onClick={close}>{t('close')}</Button>} />
  )
}
