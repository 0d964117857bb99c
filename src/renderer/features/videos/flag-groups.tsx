import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Codec } from '../../../shared/features/videos/codec.ts'
import { TIME } from '../../../shared/features/videos/codec.ts'
import { TypedField } from './fields.tsx'
import { GroupFields, GroupPanel } from './group-panel.tsx'
import { useField } from './use-field.ts'

export function ImmersiveMode() {
  return (
    <GroupPanel group="immersive_mode">
      <GroupFields group="immersive_mode" />
    </GroupPanel>
  )
}

export function Playback() {
  const { t } = useTranslation('videos')
  const loopStart = (
    <TypedField
      at={FINISH}
      codec={LOOP_START}
      label={t('loopStart')}
      hint={t('timeHint')}
      unreadable={t('notTime')}
    />
  )
  return (
    <GroupPanel group="playback">
      <GroupFields group="playback" switches={<LoopSwitch />} typed={loopStart} />
    </GroupPanel>
  )
}

const FINISH = { group: 'playback', item_id: null, register: 'action_after_finish' } as const

/** The start is one part of a pair: without it there is no loop. */
export const LOOP_START: Codec = {
  isTime: true,
  write: (value) => TIME.write((value as { start?: unknown } | null | undefined)?.start),
  read(text) {
    const start = TIME.read(text)
    if (start === null || start.value === null) return start
    return { value: { type: 'loop', start: start.value } }
  },
}

function LoopSwitch() {
  const { t } = useTranslation('videos')
  const field = useField(FINISH, LOOP_START)
  const isLoop = field.chosen !== null && field.chosen !== undefined
  return (
    <Switch
      label={t('loop')}
      checked={isLoop}
      onChange={({ currentTarget }) =>
        field.choose(currentTarget.checked ? { type: 'loop', start: 0 } : null)
      }
    />
  )
}
