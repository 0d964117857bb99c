import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { STYLE_KEYS, TYPOGRAPHY_KEYS } from '../../../shared/api/settings/index.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import { designName } from '../../../shared/features/publishing/value-text.ts'
import { isImageButton, isTextButton } from '../../../shared/features/videos/check/call-actions.ts'
import { at } from '../../../shared/features/videos/check/values.ts'
import { tokenCodec } from '../../../shared/features/videos/codec.ts'
import { settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { buttonStyle, plainEntries } from './button-look.ts'
import { isHtml, shownFields } from './call-action-fields.ts'
import { withDrafts } from './drafts.ts'
import { useEditing } from './editing.tsx'
import { FieldNotes } from './field-notes.tsx'
import { SettingField, TypedField } from './fields.tsx'
import { HtmlField, PreviewFigure } from './html-field.tsx'
import type { ItemRow } from './items.ts'
import classes from './videos.module.css'

type FormProps = { item: ItemRow['item'] }

const placeOf = (item_id: string, register: string) =>
  ({ group: 'call_actions', item_id, register }) as const

/** The form of a call to action. Options that the service refuses for its type are not offered. */
export function CallActionForm({ item }: FormProps) {
  const { t } = useTranslation('videos')
  const isShown = shownFields(item)
  const setting = (register: string, hint?: string) =>
    isShown(register) && <SettingField at={placeOf(item.id, register)} hint={hint} />
  return (
    <>
      <div className={classes.switches}>
        {setting('base.active')}
        {setting('window.persist_on_video_end')}
        {setting('action.as_html', isHtml(item) ? t('asHtmlHint') : undefined)}
        {setting('image_as_button', isImageButton(item) ? t('pictureHint') : undefined)}
        {setting('action.open_in_new_tab')}
      </div>
      <div className={classes.pair}>
        {setting('window.start')}
        {setting('window.end')}
        {setting('base.type', t('typeHint'))}
        {setting('base.name', t('nameHint'))}
        {!isHtml(item) && setting('action.content', t('contentHint'))}
        {setting('action.url', t('urlHint'))}
      </div>
      {isHtml(item) && isShown('action.content') && (
        <HtmlField at={placeOf(item.id, 'action.content')} canPreview />
      )}
      {isShown('action.html') && <HtmlField at={placeOf(item.id, 'action.html')} canPreview />}
      {isTextButton(item) && <Preview id={item.id} />}
      {isShown('design.typography') && (
        <DesignFields item={item} part="typography" keys={TYPOGRAPHY_KEYS} />
      )}
      {isShown('design.styles') && <DesignFields item={item} part="styles" keys={STYLE_KEYS} />}
    </>
  )
}

/** The button as its design tokens define it, including unsaved input. */
function Preview({ id }: { id: string }) {
  const { t } = useTranslation('videos')
  const { opened, drafts } = useEditing()
  const items = itemsOf(withDrafts(opened.shown, drafts), 'call_actions')
  const item = items.find((each) => each.id === id)
  const content = at(item, 'action.content')
  return (
    <PreviewFigure name={t('preview')}>
      <span className={classes.previewButton} style={buttonStyle(at(item, 'design'))}>
        {typeof content === 'string' && content !== '' ? content : ' '}
      </span>
    </PreviewFigure>
  )
}

interface DesignFieldsProps {
  item: ItemRow['item']
  part: 'typography' | 'styles'
  /** The documented keys; others that the item has are shown as well. */
  keys: readonly string[]
}

function DesignFields({ item, part, keys }: DesignFieldsProps) {
  const { language } = useFormat()
  const design = { group: 'call_actions', item_id: item.id, register: `design.${part}` } as const
  const known = plainEntries(at(item, design.register))
  const missing = keys.filter((key) => !known.some(([[first]]) => first === key))
  const paths = [...known.map(([path]) => path), ...missing.map((key) => [key])]
  const id = `design-${part}-${item.id}`
  return (
    <fieldset id={id} tabIndex={-1}>
      <Box component="legend" mb={6} className={kit.heading}>
        {settingName('call_actions', design.register, language)}
      </Box>
      <FieldNotes at={design} fieldId={id} />
      <div className={classes.tokens}>
        {paths.map((path) => (
          <Token key={path.join('.')} at={{ ...design, part: path }} item={item} />
        ))}
      </div>
    </fieldset>
  )
}

/** Their values are long: lists of fonts, and of lengths with a colour. */
const LONG = new Set(['family', 'shadow'])

interface TokenProps {
  at: { group: 'call_actions'; item_id: string; register: string; part: string[] }
  item: ItemRow['item']
}

function Token({ at: place, item }: TokenProps) {
  const { language } = useFormat()
  const { opened } = useEditing()
  const path = place.part.join('.')
  const name = designName(path, language) ?? path
  const token = `${place.register}.${path}`
  const base = itemsOf(opened.base, place.group).find(({ id }) => id === item.id)
  const codec = tokenCodec(at(base, token) ?? at(item, token), language)
  const unreadable = useTranslation('videos').t('notNumber')
  return (
    <TypedField {...{ at: place, codec, label: name, unreadable }} isPart isWide={LONG.has(path)} />
  )
}
