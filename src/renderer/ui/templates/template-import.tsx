import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameTemplate, type TemplateFields } from '../../../shared/features/templates/template.ts'
import type { OpenedTemplates } from '../../../shared/features/templates/template-calls.ts'
import { withKeys } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { DialogFoot } from '../dialog.tsx'
import kit from '../kit.module.css'
import classes from './templates.module.css'
import { useTemplateFacts, useTemplates } from './use-templates.ts'

/** The templates of a file, to be reviewed before they are added. */
export function TemplateImport({ opened, onEnd }: { opened: OpenedTemplates; onEnd: () => void }) {
  const { t } = useTranslation('templates')
  const known = useTemplates().value
  const { mutate, failure, isPending } = useMutation()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const isHere = (fields: TemplateFields) => known?.some((one) => isSameTemplate(one, fields))
  const chosen = opened.templates.filter((fields, index) => !left.has(index) && !isHere(fields))
  const add = () =>
    void mutate(async () => {
      await call.templates.save({ templates: chosen.map((fields) => ({ id: null, fields })) })
      onEnd()
    })
  if (!known) return null
  return (
    <Stack gap={12}>
      <ul className={`${kit.list} ${kit.outlined} ${classes.list}`} aria-label={t('import.found')}>
        {opened.templates.map((fields, index) => (
          // The templates of a file have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <FoundTemplate
              fields={fields}
              isHere={isHere(fields) === true}
              hasName={known.some(
                ({ name, group }) => name === fields.name && group === fields.group,
              )}
              isTaken={!left.has(index)}
              onTake={(isTaken) => setLeft(withKeys(left, [index], !isTaken))}
            />
          </li>
        ))}
      </ul>
      {opened.templates.length === 0 && <p className={classes.summary}>{t('import.empty')}</p>}
      <DialogFoot
        {...{ failure, isPending }}
        data-autofocus
        disabled={chosen.length === 0}
        onCancel={onEnd}
        onClick={add}
      >
        {t('import.add', { count: chosen.length })}
      </DialogFoot>
    </Stack>
  )
}

interface FoundProps {
  fields: TemplateFields
  /** Whether an equal template is stored already. */
  isHere: boolean
  hasName: boolean
  isTaken: boolean
  onTake: (isTaken: boolean) => void
}

function FoundTemplate({ fields, isHere, hasName, isTaken, onTake }: FoundProps) {
  const { t } = useTranslation('templates')
  const words = useTemplateFacts()
  const note = isHere ? t('import.here') : hasName && t('import.sameName')
  return (
    <>
      <Checkbox
        label={<strong>{fields.name}</strong>}
        description={[words(fields), note].filter(Boolean).join(' · ')}
        disabled={isHere}
        checked={isTaken && !isHere}
        onChange={({ currentTarget }) => onTake(currentTarget.checked)}
      />
      {fields.note !== '' && <p className={classes.note}>{fields.note}</p>}
    </>
  )
}
