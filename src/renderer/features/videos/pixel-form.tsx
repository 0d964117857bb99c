import { useTranslation } from 'react-i18next'
import { DISPATCH_MODES, PIXEL_TYPES } from '../../../shared/api/settings/pixels.ts'
import { textAt } from '../../../shared/features/videos/check/values.ts'
import { ChoiceField, SwitchField, TextField, ThresholdField } from './fields.tsx'
import { HtmlField } from './html-field.tsx'
import type { ItemRow } from './items.ts'
import classes from './videos.module.css'

/** The form of a pixel. Its snippet is displayed as text and never runs. */
export function PixelForm({ item }: { item: ItemRow['item'] }) {
  const { t } = useTranslation('videos')
  const place = (register: string) => ({ group: 'pixels', item_id: item.id, register }) as const
  const isTime = textAt(item, 'dispatch.mode') === 'time'
  const hasSnippet = textAt(item, 'base.type') === 'custom' || textAt(item, 'tag.html') !== ''
  return (
    <>
      <SwitchField at={place('dispatch.active')} />
      <div className={classes.pair}>
        <TextField at={place('base.name')} hint={t('nameHint')} isOptional />
        <ChoiceField
          at={place('base.type')}
          choices={PIXEL_TYPES.map((value) => ({ value, label: t(`pixel.${value}`) }))}
          hint={t('pixelHint')}
        />
        <ChoiceField
          at={place('dispatch.mode')}
          choices={DISPATCH_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
          hint={t('modeHint')}
        />
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
