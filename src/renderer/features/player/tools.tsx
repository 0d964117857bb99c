import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy, IconPhoto, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Basis } from '../../../shared/model/statistics.ts'
import { BASES } from '../../../shared/tables/funnel.ts'
import { call } from '../../bridge.ts'
import { Switch } from '../../ui/block.tsx'
import { prefer, useView } from '../../view.ts'

/** What counts once: the choice holds for every block that has it. */
export function BasisSwitch() {
  const { t } = useTranslation('player')
  const basis = useView(({ preferences }) => preferences.basis)
  return (
    <Switch<Basis>
      label={t('basis')}
      value={basis}
      choices={BASES.map((value) => ({ value, label: t(`basisName.${value}`) }))}
      onChange={(chosen) => prefer({ basis: chosen })}
    />
  )
}

interface CopyProps {
  label: string
  copy: () => Promise<unknown>
  isImage?: boolean
}

/** Copies something, and says whether it did. */
export function CopyButton({ label, copy, isImage = false }: CopyProps) {
  const { t } = useTranslation('player')
  const [state, setState] = useState<'idle' | 'copied' | 'copyFailed'>('idle')
  const Icon = { idle: isImage ? IconPhoto : IconCopy, copied: IconCheck, copyFailed: IconX }[state]
  const said = state === 'idle' ? label : t(state)
  const run = () =>
    copy().then(
      () => setState('copied'),
      () => setState('copyFailed'),
    )
  return (
    <ActionIcon
      variant="default"
      size={isImage ? 30 : 22}
      aria-label={said}
      title={said}
      onClick={() => void run()}
      onBlur={() => setState('idle')}
    >
      <Icon size={isImage ? 16 : 14} aria-hidden="true" />
    </ActionIcon>
  )
}

export const copyText = (text: string) => call.desk.copy({ text })

interface CopyPictureProps {
  /** The drawing as a PNG data address; null before it is drawn. */
  png: () => string | null
}

/** Copies a drawing as an image, where the window may write images to the clipboard. */
export function CopyPicture({ png }: CopyPictureProps) {
  const { t } = useTranslation('player')
  const [isAllowed, setIsAllowed] = useState(false)
  useEffect(() => {
    navigator.permissions.query({ name: 'clipboard-write' as PermissionName }).then(
      ({ state }) => setIsAllowed(state !== 'denied'),
      () => setIsAllowed(false),
    )
  }, [])
  if (!isAllowed) return null
  return <CopyButton isImage label={t('copyPng')} copy={async () => copyImage(png() ?? '')} />
}

/** Puts a PNG data address on the clipboard as an image. */
async function copyImage(address: string) {
  const [, encoded = ''] = address.split(',')
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
  const image = new Blob([bytes], { type: 'image/png' })
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
}
