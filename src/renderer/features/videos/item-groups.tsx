import { useTranslation } from 'react-i18next'
import { CallActionForm } from './call-action-form.tsx'
import { GroupPanel } from './group-panel.tsx'
import { ItemEditor } from './item-editor.tsx'
import { PixelForm } from './pixel-form.tsx'

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
