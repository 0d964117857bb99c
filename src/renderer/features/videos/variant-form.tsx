import { Box, NativeSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  TEMPLATE_NAMES,
  TEMPLATE_POSITIONS,
  type Variant,
} from '../../../shared/api/settings/index.ts'
import { isPictureReference } from '../../../shared/features/pictures/picture.ts'
import { overlayName } from '../../../shared/features/publishing/value-text.ts'
import { decimalCodec, OPTIONAL_TEXT } from '../../../shared/features/videos/codec.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { TypedField } from './fields.tsx'
import { PictureField } from './picture-field.tsx'
import { type ListChange, VARIANTS, withVariant } from './variants.ts'
import classes from './videos.module.css'

interface VariantProps {
  variant: Variant
  index: number
}

interface VariantFormProps extends VariantProps {
  onChange: (...change: ListChange) => void
}

export function VariantForm({ variant, index, onChange }: VariantFormProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const choose = (change: Partial<Variant>) => onChange(...withVariant(index, change))
  const name = variant.template_name ?? ''
  const isKnown = (TEMPLATE_NAMES as readonly string[]).includes(name)
  const templates = TEMPLATE_NAMES.map((value) => ({ value, label: overlayName(value, language) }))
  return (
    <div className={classes.pair}>
      <Stack gap={4} miw={0}>
        <NativeSelect
          label={t('templateName')}
          value={name}
          data={isKnown ? templates : [{ value: name, label: name }, ...templates]}
          onChange={({ currentTarget }) => choose({ template_name: currentTarget.value })}
        />
        {name === 'image' && (
          <ImageFields {...{ index, variant }} onChoose={(file_id) => choose({ file_id })} />
        )}
      </Stack>
      <PositionPicker
        index={index}
        position={variant.template_position ?? ''}
        onChoose={(template_position) => choose({ template_position })}
      />
    </div>
  )
}

interface ImageFieldsProps extends VariantProps {
  onChoose: (file_id: string | null) => void
}

function ImageFields({ index, variant, onChoose }: ImageFieldsProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const place = (key: string) => ({ ...VARIANTS, part: [String(index), key] })
  return (
    <>
      <PictureField {...{ variant, onChoose }} />
      {/* A placeholder of a local picture is internal, and must not be edited. */}
      {!isPictureReference(variant.file_id) && (
        <TypedField
          at={place('file_id')}
          codec={OPTIONAL_TEXT}
          label={t('fileId')}
          hint={t('fileHint')}
          isPart
        />
      )}
      <TypedField
        at={place('scale')}
        codec={decimalCodec(language)}
        label={t('scale')}
        hint={t('scaleHint')}
        unreadable={t('notNumber')}
        isPart
      />
    </>
  )
}

interface PositionPickerProps {
  index: number
  position: string
  onChoose: (position: string) => void
}

function PositionPicker({ index, position, onChoose }: PositionPickerProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  return (
    <fieldset>
      <Box component="legend" mb={6} fz="xs" fw={500}>
        {t('position')}
      </Box>
      <div className={`${kit.outlined} ${classes.grid}`}>
        {TEMPLATE_POSITIONS.map((value) => (
          <label key={value} className={classes.slot} title={overlayName(value, language)}>
            <input
              type="radio"
              name={`position-${index}`}
              checked={position === value}
              aria-label={overlayName(value, language)}
              onChange={() => onChoose(value)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
