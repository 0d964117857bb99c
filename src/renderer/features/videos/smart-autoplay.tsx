import { Button, Group, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  isHandBuilt,
  TEMPLATE_NAMES,
  TEMPLATE_POSITIONS,
  type Variant,
} from '../../../shared/api/settings/index.ts'
import { useMutation } from '../../mutation.ts'
import { AutoplayNowText, autoplayOf } from '../../ui/autoplay-now.tsx'
import { Column } from '../../ui/column.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { draftKey, withSaving } from './drafts.ts'
import { useEditing } from './editing.tsx'
import { FieldNotes } from './field-notes.tsx'
import { GroupPanel } from './group-panel.tsx'
import { VariantForm } from './variant-form.tsx'
import { asVariants, type ListChange, VARIANTS, variantsOf, withoutVariant } from './variants.ts'
import classes from './videos.module.css'

const LIST_ID = 'variants'

/** The overlays. They are sent as one list, so a single hand-built one makes all of them read-only. */
export function SmartAutoplay() {
  const { t } = useTranslation('videos')
  const { opened, drafts, change, discard } = useEditing()
  const { mutate, failure } = useMutation()
  const variants = variantsOf(withSaving(opened.shown, drafts))
  const settings = opened.base.smart_autoplay
  const now = settings && autoplayOf(settings)
  const isLocked = variants.some(isHandBuilt)
  const put = (...query: ListChange) => void mutate(() => change(VARIANTS, ...query))
  return (
    <GroupPanel group="smart_autoplay">
      {now && (now.mode ?? now.active) !== null && <AutoplayNowText now={now} />}
      <Stack gap={4} miw={0} id={LIST_ID} tabIndex={-1}>
        <FieldNotes
          at={VARIANTS}
          fieldId={LIST_ID}
          onRevert={() => discard(draftKey(VARIANTS, []))}
          failure={failure}
        />
      </Stack>
      {isLocked && <p className={classes.remark}>{t('handBuiltText')}</p>}
      {variants.length === 0 && <EmptyState title={t('noVariants')} text={t('noVariantsText')} />}
      {variants.map((variant, index) => (
        // A variant has no id, so it is identified by its index.
        // oxlint-disable-next-line react/no-array-index-key
        <Column
          key={index}
          component="section"
          gap={10}
          pt={10}
          pb={12}
          px={12}
          className={kit.outlined}
          aria-label={t('variant', { n: index + 1 })}
        >
          <Group gap="4px 12px" justify="space-between" className={classes.itemHead}>
            <h2 className={kit.title}>{t('variant', { n: index + 1 })}</h2>
            {!isLocked && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={14} aria-hidden />}
                aria-label={t('deleteNamed', { name: t('variant', { n: index + 1 }) })}
                onClick={() => put(...withoutVariant(index))}
              >
                {t('delete')}
              </Button>
            )}
          </Group>
          {isLocked ? (
            <ReadOnlyVariant variant={variant} />
          ) : (
            <VariantForm {...{ variant, index }} onChange={put} />
          )}
        </Column>
      ))}
      {!isLocked && (
        <div>
          <Button
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => put((list) => [...asVariants(list), NEW_VARIANT])}
          >
            {t('add.variant')}
          </Button>
        </div>
      )}
      {failure && <Notice failure={failure} />}
    </GroupPanel>
  )
}

const NEW_VARIANT: Variant = {
  template_name: TEMPLATE_NAMES[0],
  template_position: TEMPLATE_POSITIONS[4] ?? 'middle-center',
}

function ReadOnlyVariant({ variant }: { variant: Variant }) {
  return <pre className={classes.json}>{JSON.stringify(variant, null, 2)}</pre>
}
