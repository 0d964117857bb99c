import { Button, Checkbox, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import {
  isDesign,
  LONGEST_NAME,
  LONGEST_NOTE,
  placeOfRow,
  templateName,
  templateNote,
  templateOf,
  templateValues,
  togetherWith,
} from '../../../shared/features/templates/template.ts'
import { withKeys } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Form } from '../column.tsx'
import { Dialog, DialogFoot } from '../dialog.tsx'
import { groupName, settingName } from '../edits/value-text.ts'
import { useFormat } from '../format.ts'
import kit from '../kit.module.css'
import { modeOf, rowName, TemplateValue } from './template-value.tsx'
import classes from './templates.module.css'
import { useTemplatePictures, useTemplates } from './use-templates.ts'

interface SaveTemplateDialogProps {
  account_id: string
  group: SettingsGroup
  /** The rows from which it can be made; the first is the default. */
  rows: readonly SheetRow[]
  onClose: () => void
}

/** Saves an item, or a group without items, as a template under a name. */
export function SaveTemplateDialog(props: SaveTemplateDialogProps) {
  const { t } = useTranslation('templates')
  const { language } = useFormat()
  const { group, onClose } = props
  return (
    <Dialog
      onClose={onClose}
      title={t('save.title', { group: groupName(group, language) })}
      size={620}
    >
      <TemplateForm {...props} />
    </Dialog>
  )
}

/** More could not be distinguished in a list. */
const MOST_ROWS = 200
/** Settings that usually differ between videos or accounts, left out unless the user ticks them. */
const OWN: readonly string[] = ['fallback_video_id']

function TemplateForm(props: SaveTemplateDialogProps) {
  const { account_id, group, rows, onClose } = props
  const { t } = useTranslation('templates')
  const draft = useDraft(props)
  const { row, values, words, take, problems, replaced } = draft
  const [isTried, setIsTried] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const save = () => {
    setIsTried(true)
    if (problems.length > 0) return
    void mutate(() => draft.save().then(onClose))
  }
  return (
    <Form gap={12} isPending={isPending} onSubmit={save}>
      {rows.length > 1 && <Source {...{ rows }} index={draft.index} onIndex={draft.setIndex} />}
      <TextInput
        data-autofocus
        label={t('name')}
        maxLength={LONGEST_NAME}
        value={words.name}
        error={isTried && problems.includes('name') && t('needsName')}
        description={replaced && t('save.replaces')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        // The proposed name is replaced by typing.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => take({ name: currentTarget.value })}
      />
      <Textarea
        rows={2}
        label={t('note')}
        placeholder={t('noteHint')}
        maxLength={LONGEST_NOTE}
        value={words.note}
        onChange={({ currentTarget }) => take({ note: currentTarget.value })}
      />
      {row && (
        <Registers
          {...{ account_id, group, row, values }}
          left={draft.left}
          onLeft={draft.setLeft}
        />
      )}
      {isTried && problems.includes('settings') && (
        <Text role="alert" mt={6} lh={1.45} c="var(--desk-bad)">
          {t('needsSettings')}
        </Text>
      )}
      <Checkbox
        label={t('save.compare')}
        checked={words.isCompared}
        onChange={({ currentTarget }) => take({ isCompared: currentTarget.checked })}
      />
      <DialogFoot {...{ failure, isPending }} onCancel={onClose}>
        {replaced ? t('save.replace') : t('save.do')}
      </DialogFoot>
    </Form>
  )
}

/** The content of the template, and whether the row is compared with it. */
function useDraft({ account_id, group, rows }: SaveTemplateDialogProps) {
  const known = useTemplates().value
  const [index, setIndex] = useState(0)
  const row = rows[index] ?? rows[0]
  const pictures = useTemplatePictures(account_id, group)
  const values = useMemo(
    () => (row ? templateValues({ group, row, pictures }) : {}),
    [group, row, pictures],
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set(OWN))
  const [words, setWords] = useState(() => ({
    name: row ? templateName(rowName(row)) : '',
    note: '',
    isCompared: true,
  }))
  const take = (change: Partial<typeof words>) => setWords({ ...words, ...change })
  const registers = Object.keys(values).filter((one) => values[one] !== null && !left.has(one))
  const name = templateName(words.name)
  const replaced = known?.find((one) => one.group === group && one.name === name)
  const problems = [
    ...(name === '' ? (['name'] as const) : []),
    ...(registers.length === 0 ? (['settings'] as const) : []),
  ]
  async function save() {
    if (!row) return
    const source = { group, row, registers, pictures }
    const fields = templateOf(source, { name, note: templateNote(words.note) })
    const saved = await call.templates.save({ templates: [{ id: replaced?.id ?? null, fields }] })
    const template_id = saved[0] ?? null
    if (!words.isCompared || template_id === null) return
    await call.templates.link({ account_id, template_id, places: [placeOfRow(group, row)] })
  }
  return { row, values, index, setIndex, left, setLeft, words, take, problems, replaced, save }
}

interface SourceProps {
  rows: readonly SheetRow[]
  index: number
  onIndex: (index: number) => void
}

function Source({ rows, index, onIndex }: SourceProps) {
  const { t } = useTranslation('templates')
  return (
    <NativeSelect
      label={t('save.from')}
      value={String(index)}
      data={rows.slice(0, MOST_ROWS).map((row, at) => ({
        value: String(at),
        label: [row.video.name || row.video.id, rowName(row)].filter(Boolean).join(' · '),
      }))}
      onChange={({ currentTarget }) => onIndex(Number(currentTarget.value))}
    />
  )
}

interface RegistersProps {
  account_id: string
  group: SettingsGroup
  row: SheetRow
  values: Readonly<Record<string, unknown>>
  left: ReadonlySet<string>
  onLeft: (left: ReadonlySet<string>) => void
}

/** The settings of the row, each with a checkbox to include it. */
function Registers({ account_id, group, row, values, left, onLeft }: RegistersProps) {
  const { t } = useTranslation('templates')
  const { language } = useFormat()
  const all = Object.keys(values).filter((register) => values[register] !== null)
  const held = all.filter((register) => !left.has(register))
  const toggle = (registers: readonly string[], isHeld: boolean) =>
    onLeft(withKeys(left, registers, !isHeld))
  return (
    <div role="group" aria-label={t('save.settings')}>
      <Group justify="space-between" mb={6}>
        <Checkbox
          fw={600}
          label={t('save.held', { count: held.length, all: all.length })}
          checked={all.length > 0 && held.length === all.length}
          indeterminate={held.length > 0 && held.length < all.length}
          onChange={({ currentTarget }) => toggle(all, currentTarget.checked)}
        />
        {all.some(isDesign) && (
          <Button
            size="compact-xs"
            onClick={() => onLeft(new Set([...OWN, ...all.filter((one) => !isDesign(one))]))}
          >
            {t('save.onlyDesign')}
          </Button>
        )}
      </Group>
      <ul className={`${kit.list} ${kit.outlined} ${classes.registers}`}>
        {all.map((register) => (
          <li key={register}>
            <Checkbox
              label={settingName(group, register, language)}
              checked={!left.has(register)}
              onChange={({ currentTarget: { checked } }) =>
                toggle(togetherWith(register, checked), checked)
              }
            />
            <span className={`${kit.cut} ${classes.value}`}>
              <TemplateValue
                {...{ account_id, group, register }}
                value={values[register]}
                mode={modeOf(row)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Text mt={6} lh={1.45} c="dimmed">
        {t('save.hint')}
      </Text>
    </div>
  )
}
