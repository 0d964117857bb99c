import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SECRET } from '../../../shared/features/publishing/register.ts'
import { namedVideos } from '../../../shared/features/videos/codec.ts'
import { countryChoices, languageChoices } from '../../../shared/features/videos/regions.ts'
import { useAccount } from '../../app-state.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { DryRun } from './dry-run/dry-run.tsx'
import { useEditing } from './editing.tsx'
import { SecretField, SettingField, TypedField } from './fields.tsx'
import { GroupPanel } from './group-panel.tsx'
import { ListField } from './list-field.tsx'
import type { FieldPlace } from './use-field.ts'
import classes from './videos.module.css'

const DEVICES = ['desktop', 'mobile', 'tablet'] as const

export function TrafficFilter() {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const { opened } = useEditing()
  const at = { group: 'traffic_filter', item_id: null } as const
  const countries = useMemo(() => countryChoices(language), [language])
  const languages = useMemo(() => languageChoices(language), [language])
  const devices = DEVICES.map((value) => ({ value, label: t(`device.${value}`) }))
  return (
    <GroupPanel group="traffic_filter">
      <p className={classes.remark}>{t('filterText')}</p>
      <div className={classes.pair}>
        <ListField register="countries" choices={countries} />
        <ListField register="languages" choices={languages} />
        <ListField register="devices" choices={devices} />
        <ListField register="query_params" choices={[]} />
      </div>
      <div className={classes.pair}>
        <VideoField
          video_id={opened.base.id}
          at={{ ...at, register: 'fallback_video_id' }}
          hint={t('fallbackHint')}
        />
        <SecretField at={SECRET} hint={t('tokenHint')} />
      </div>
      <SettingField at={{ ...at, register: 'block_proxy' }} />
      <DryRun />
    </GroupPanel>
  )
}

interface VideoFieldProps {
  /** The edited video, which is not offered. */
  video_id: string
  at: FieldPlace
  hint: string
}

/** Another video of the account, chosen by its name. An id that is not in the list can be typed. */
function VideoField({ video_id, at, hint }: VideoFieldProps) {
  const account_id = useAccount()?.id ?? ''
  const { value: list } = useCall('videos', 'list', { account_id }, ['videos', 'edits'])
  const { names, codec } = useMemo(() => {
    const others = (list?.rows ?? []).filter(({ id }) => id !== video_id)
    return namedVideos(others)
  }, [list, video_id])
  const unreadable = useTranslation('sheet').t('expected.video')
  return <TypedField {...{ at, hint, codec, unreadable }} choices={names} />
}
