import { Button } from '@mantine/core'
import { IconCheck, IconReport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FrozenScreen } from '../../shared/features/reports/report.ts'
import { call, pendingCalls, shownCalls } from '../bridge.ts'
import { useMutation } from '../mutation.ts'
import { goTo, useReport } from '../view.ts'
import { Notice } from './notice.tsx'

export type FreezableScreen = Omit<FrozenScreen, 'calls'>

let freezable: FreezableScreen | null = null

/** The screen that can currently be frozen as a report. */
export const freezableScreen = () => freezable

function useFreezable(screen: FreezableScreen) {
  useEffect(() => {
    freezable = screen
  }, [screen])
}

const POLL_MS = 50

/**
 * Saves a screen as a report from stored answers, and returns the report's id. Pending calls are waited for; no
 * new ones are made.
 */
export async function freezeScreen(screen: FreezableScreen): Promise<string> {
  while (pendingCalls() > 0) await new Promise((again) => setTimeout(again, POLL_MS))
  return call.reports.freeze({ ...screen, calls: shownCalls() })
}

export function FreezeButton({ screen }: { screen: FreezableScreen }) {
  const { t } = useTranslation('report')
  useFreezable(screen)
  const isReport = useReport() !== null
  const { mutate, failure, isPending } = useMutation()
  // When the screen has changed, it is no longer the saved one.
  const screenKey = JSON.stringify(screen)
  const [savedKey, setSavedKey] = useState<string | null>(null)
  if (isReport) return null
  const freeze = () =>
    void mutate(async () => {
      await freezeScreen(screen)
      setSavedKey(screenKey)
    })
  if (savedKey === screenKey) {
    return (
      <Button
        variant="light"
        leftSection={<IconCheck size={15} aria-hidden />}
        onClick={() => goTo('reports')}
      >
        {t('kept')}
      </Button>
    )
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReport size={15} aria-hidden />}
        title={t('freezeHint')}
        loading={isPending}
        onClick={freeze}
      >
        {t('freeze')}
      </Button>
      {failure && <Notice failure={failure} onRetry={freeze} />}
    </>
  )
}
