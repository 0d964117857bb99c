import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../bridge.ts'

/** Copies, and shows whether that succeeded. */
export function CopyButton({ label, copy }: { label: string; copy: () => Promise<unknown> }) {
  const { t } = useTranslation('block')
  const [state, setState] = useState<'idle' | 'copied' | 'copyFailed'>('idle')
  const Icon = { idle: IconCopy, copied: IconCheck, copyFailed: IconX }[state]
  const text = state === 'idle' ? label : t(state)
  const run = () =>
    copy().then(
      () => setState('copied'),
      () => setState('copyFailed'),
    )
  return (
    <ActionIcon
      variant="default"
      size={22}
      aria-label={text}
      title={text}
      onClick={() => void run()}
      onBlur={() => setState('idle')}
    >
      <Icon size={14} aria-hidden="true" />
    </ActionIcon>
  )
}

export const copyText = (text: string) => call.app.copy({ text })
