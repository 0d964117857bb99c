import { useTranslation } from 'react-i18next'
import { textAt } from '../../../shared/features/videos/check/values.ts'
import { CallActionForm } from './call-action-form.tsx'
import { SettingField, ThresholdField } from './fields.tsx'
import { GroupPanel } from './group-panel.tsx'
import { HtmlField } from './html-field.tsx'
import { ItemEditor } from './item-editor.tsx'
import type { ItemRow } from './items.ts'
import classes from './videos.module.css'

export function CallActions() {
  const { t } = useTranslation('videos')
  return (
    <GroupPanel group="call_actions">
      <ItemEditor
        group="call_actions"
        kinds={[
          { kind: 'button', label: t('add.button') },
          { kind: 'html', label: t('add.html') },
        ]}
        form={CallActionForm}
      />
    </GroupPanel>
  )
}

export function Pixels() {
  const { t } = useTranslation('videos')
  return (
    <GroupPanel group="pixels">
      <ItemEditor
        group="pixels"
        kinds={(['facebook', 'google', 'custom'] as const).map((kind) => ({
          kind,
          label: t(`add.${kind}`),
        }))}
        form={PixelForm}
      />
    </GroupPanel>
  )
}

/** The form of a pixel. Its snippet is displayed as text and never runs. */
function PixelForm({ item }: { item: ItemRow['item'] }) {
  const { t } = useTranslation('videos')
  const place = (register: string) => ({ group: 'pixels', item_id: item.id, register }) as const
  const isTime = textAt(item, 'dispatch.mode') === 'time'
  const hasSnippet = textAt(item, 'base.type') === 'custom' || textAt(item, 'tag.html') !== ''
  return (
    <>
      <SettingField at={place('dispatch.active')} />
      <div className={classes.pair}>
        <SettingField at={place('base.name')} hint={t('nameHint')} />
        <SettingField at={place('base.type')} hint={t('pixelHint')} />
        <SettingField at={place('dispatch.mode')} hint={t('modeHint')} />
        <ThresholdField
          isTime={isTime}
          at={place('dispatch.threshold')}
          hint={t(isTime ? 'secondsHint' : 'percentHint')}
        />
      </div>
      {hasSnippet && <HtmlField at={place('tag.html')} />}
    </>
  )
}
