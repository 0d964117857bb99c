import {
  Box,
  Button,
  Combobox,
  Flex,
  Group,
  Stack,
  TextInput,
  UnstyledButton,
  useCombobox,
} from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { valueAt } from '../../../shared/features/publishing/lay.ts'
import { textsOf } from '../../../shared/features/sheet/gestures.ts'
import {
  type Choice,
  codeName,
  codeOf,
  isCoded,
  leftValue,
  matchingChoices,
  valueOf,
} from '../../../shared/features/videos/regions.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { useEditing } from './editing.tsx'
import { FieldNotes } from './field-notes.tsx'
import classes from './videos.module.css'

interface ListFieldProps {
  register: 'languages' | 'countries' | 'devices' | 'query_params'
  choices: readonly Choice[]
}

/** A list of plain values. Edits are additions and removals, so values added by others are preserved. */
export function ListField({ register, choices }: ListFieldProps) {
  const { t } = useTranslation('videos')
  const { language } = useFormat()
  const id = useId()
  const { mutate, failure } = useMutation()
  const { opened, editAt, save } = useEditing()
  const at = { group: 'traffic_filter', item_id: null, register } as const
  const value = valueAt(opened.shown, at)
  const list = textsOf(value)
  const edit = editAt(at)
  const name = settingName(at.group, register, language)
  const saveChange = (add: string[], remove: string[]) =>
    void mutate(() => save([{ kind: 'list', group: 'traffic_filter', register, add, remove }]))
  const change = (add: string[], remove: string[]) => {
    // The pressed button may disappear. The focus moves before saving, because afterwards the user may be
    // elsewhere.
    document.getElementById(id)?.focus()
    saveChange(add, remove)
  }
  const labelOf = (value: string) =>
    choices.find((each) => each.value === value)?.label ?? codeName(value, register, language)
  return (
    <Stack gap={4} miw={0} role="group" aria-label={name}>
      <AddField
        {...{ id, name, register, choices }}
        video_id={opened.base.id}
        listed={list}
        onAdd={(value) => change([value], [])}
        onLeave={(value) => saveChange([value], [])}
      />
      <Flex component="ul" gap={4} wrap="wrap" mt={4} className={`${kit.list} ${classes.chips}`}>
        {list.map((value) => (
          <li key={value} className={classes.chip} data-mark={edit?.added?.includes(value)}>
            {edit?.added?.includes(value) && <span aria-hidden>+</span>}
            <Box component="span" miw={0} className={kit.cut}>
              {labelOf(value)}
            </Box>
            <UnstyledButton
              className={`${kit.hover} ${classes.chipButton}`}
              aria-label={t('removeNamed', { name: labelOf(value) })}
              onClick={() => change([], [value])}
            >
              <IconX size={12} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
        {(edit?.removed ?? []).map((value) => (
          <li key={`-${value}`} className={classes.chip} data-mark="removed">
            <span aria-hidden>−</span>
            <Box component="del" miw={0} className={kit.cut}>
              {labelOf(value)}
            </Box>
            <UnstyledButton
              className={`${kit.hover} ${classes.chipButton}`}
              aria-label={t('putBackNamed', { name: labelOf(value) })}
              onClick={() => change([value], [])}
            >
              <IconArrowBackUp size={12} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </Flex>
      {list.length === 0 && !edit && (
        <p className={classes.remark}>{t(Array.isArray(value) ? 'listIsEmpty' : 'listEmpty')}</p>
      )}
      <FieldNotes at={at} fieldId={id} nameOf={labelOf} failure={failure} />
    </Stack>
  )
}

interface AddFieldProps extends ListFieldProps {
  id: string
  name: string
  video_id: string
  /** Values that need not be offered any more. */
  listed: readonly string[]
  onAdd: (value: string) => void
  /** Adds a value that was typed and left, while the user is elsewhere. */
  onLeave: (value: string) => void
}

function AddField(props: AddFieldProps) {
  const { id, name, register, choices, video_id, listed, onAdd, onLeave } = props
  const { t } = useTranslation('videos')
  // What may be unfinished is there again after another tab.
  const [text, setText] = useSessionState(`${register} of ${video_id}`, '')
  const [isRefused, setIsRefused] = useState(false)
  const hasChoices = choices.length > 0
  const type = (next: string) => {
    setText(next)
    setIsRefused(false)
  }
  const add = () => {
    const typed = valueOf(text, choices)
    if (typed === '') return
    const value = isCoded(register) ? codeOf(typed, register) : typed
    if (value === null) setIsRefused(true)
    else take(value)
  }
  const leave = () => {
    combobox.closeDropdown()
    // The window lost the focus, not the field: the text may be unfinished.
    if (!document.hasFocus()) return
    const value = leftValue(text, register, choices)
    if (value === null) return
    type('')
    onLeave(value)
  }
  const matching = useMemo(() => matchingChoices(choices, text), [choices, text])
  const offered = matching.filter(({ value }) => !listed.includes(value))
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // The best match is what Enter takes; of nothing typed, nothing is.
  useEffect(() => {
    if (text.trim() === '') combobox.resetSelectedOption()
    else combobox.selectFirstOption()
    // The store is a new object at each rendering.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text])
  const take = (value: string) => {
    type('')
    combobox.closeDropdown()
    onAdd(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') type('')
    const isChoosing = combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1
    if (event.key !== 'Enter' || isChoosing) return
    event.preventDefault()
    add()
  }
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      {/* Hundreds of countries would be drawn at each key that is pressed anywhere on the screen. */}
      <Combobox store={combobox} onOptionSubmit={take} keepMounted={false}>
        <Combobox.Target withAriaAttributes={hasChoices} withExpandedAttribute={hasChoices}>
          <TextInput
            id={id}
            label={name}
            flex={1}
            miw={0}
            maxLength={500}
            aria-describedby={`${id}-notes`}
            value={text}
            error={
              isCoded(register) && isRefused && t(`notInList.${register}`, { value: text.trim() })
            }
            onChange={({ currentTarget }) => {
              type(currentTarget.value)
              combobox.openDropdown()
            }}
            onClick={() => combobox.openDropdown()}
            onBlur={leave}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={offered.length === 0}>
          <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={name}>
            {offered.map(({ value, label }) => (
              <Combobox.Option key={value} value={value}>
                {label}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Button
        aria-label={t('addTo', { name })}
        // The field keeps the focus, so that it is not left before the click adds its text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={add}
      >
        {t('addOne')}
      </Button>
    </Group>
  )
}
