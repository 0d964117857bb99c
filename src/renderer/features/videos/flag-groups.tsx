import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Codec } from './codec.ts'
import { TIME } from './codec.ts'
import { SwitchField, TimeField, TypedField } from './fields.tsx'
import { GroupPanel } from './group-panel.tsx'
import { useField } from './use-field.ts'
import classes from './videos.module.css'

const IMMERSIVE = [
  'desktop',
  'mobile',
  'disable_scrolling',
  'expand_on_play',
  'minimize_on_pause',
] as const

export function ImmersiveMode() {
  const at = { group: 'immersive_mode', item_id: null } as const
  return (
    <GroupPanel group="immersive_mode">
      <div className={classes.pair}>
        {IMMERSIVE.map((register) => (
          <SwitchField key={register} at={{ ...at, register }} />
        ))}
      </div>
    </GroupPanel>
  )
}

export function Playback() {
  const { t } = useTranslation('videos')
  const at = { group: 'playback', item_id: null } as const
  return (
    <GroupPanel group="playback">
      <div className={classes.switches}>
        <SwitchField at={{ ...at, register: 'disable_pause' }} />
        <SwitchField at={{ ...at, register: 'smart_pause' }} />
        <LoopSwitch />
      </div>
      <div className={classes.pair}>
        <TimeField at={{ ...at, register: 'scroll_to_action_in' }} hint={t('timeHint')} />
        <TypedField
          at={FINISH}
          codec={LOOP_START}
          label={t('loopStart')}
          hint={t('timeHint')}
          unreadable={t('notTime')}
        />
      </div>
    </GroupPanel>
  )
}

const FINISH = { group: 'playback', item_id: null, register: 'action_after_finish' } as const

/** The start is one part of a pair: without it there is no loop. */
const LOOP_START: Codec = {
  write: (value) => TIME.write((value as { start?: unknown } | null | undefined)?.start),
  read(text) {
    const start = TIME.read(text)
    return start && { value: { type: 'loop', start: start.value } }
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
