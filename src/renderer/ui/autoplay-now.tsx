import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Video, smart_autoplay: both are read-only. */
export interface AutoplayNow {
  mode: string | null
  /** The number of the autoplay that is shown to everyone. */
  active: string | null
}

export function autoplayOf(settings: Readonly<Record<string, unknown>>): AutoplayNow {
  const { mode, active_number } = settings
  return { mode: textOf(mode), active: textOf(active_number) }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** The known modes; an undocumented one is displayed unchanged. */
const MODES = ['single', 'ab_test'] as const

/** What the platform set, in a sentence. */
export function AutoplayNowText({ now: { mode, active } }: { now: AutoplayNow }) {
  const { t } = useTranslation('variants')
  const known = MODES.find((one) => one === mode)
  return (
    <Text size="sm" mb={8} title={t('settingsHint')}>
      {t('settings', {
        mode: known ? t(`mode.${known}`) : (mode ?? t('notSpecified')),
        active: active ?? t('notSpecified'),
      })}
    </Text>
  )
}
