import {
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import { tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'
import {
  type HostInUse,
  isAddressMode,
  searchedColumns,
} from '../../../shared/features/sheet/find-replace.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { readHost, readPath } from '../../../shared/features/sheet/url-parts.ts'
import { settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './find-replace.module.css'
import {
  ALL,
  CHOSEN,
  type Form,
  hostOf,
  modeOf,
  type RowPlaces,
  rowsAt,
  type TextMode,
  tagPlace,
} from './find-replace-form.ts'
import type { Trouble } from './use-replacements.ts'

interface ControlsProps {
  group: SettingsGroup
  form: Form
  change: (next: Partial<Form>) => void
  /** Those in use in the searched fields. */
  hosts: readonly HostInUse[]
  places: RowPlaces
  scoped: readonly SheetRow[]
  trouble: Trouble | null
  hiddenAddresses: ReactNode
}

/** The inputs for where to search, what to find, and the replacement. */
export function FindReplaceControls(props: ControlsProps) {
  const { group, form, change, hiddenAddresses } = props
  const { t } = useTranslation('findReplace')
  const hasAddresses = searchedColumns(group, 'host').length > 0
  return (
    <div className={classes.controls}>
      <Stack gap={14}>
        <Where {...props} />
        <FieldChoice {...props} />
        {hasAddresses && (
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('change')}
            </Text>
            <SegmentedControl
              fullWidth
              aria-label={t('change')}
              value={form.kind}
              data={(['text', 'host', 'path', 'parameter'] as const).map((value) => ({
                value,
                label: t(`kind.${value}`),
              }))}
              onChange={(kind) => change({ kind: kind as Form['kind'] })}
            />
          </Stack>
        )}
        {form.kind === 'text' && <TextFields {...props} />}
        {form.kind === 'host' && <HostFields {...props} />}
        {form.kind === 'path' && <PathFields {...props} />}
        {form.kind === 'parameter' && <ParameterFields {...props} />}
        <Checks {...props} />
      </Stack>
      {hiddenAddresses}
    </div>
  )
}

function Where({ form, change, places, scoped }: ControlsProps) {
  const { t } = useTranslation('findReplace')
  const tags = useMemo(
    () => tagsInUse(places.rows.map(({ video }) => ({ tags: places.tagsOf(video.id) }))),
    [places],
  )
  return (
    <NativeSelect
      label={t('where')}
      description={t('rows', { count: scoped.length })}
      inputWrapperOrder={['label', 'input', 'description']}
      value={form.where}
      data={[
        { value: ALL, label: t('whereAll') },
        {
          value: CHOSEN,
          label: t('whereChosen', { count: rowsAt(CHOSEN, places).length }),
          disabled: places.chosen.length === 0,
        },
        ...tags.map((tag) => ({ value: tagPlace(tag), label: t('whereTag', { tag }) })),
      ]}
      onChange={({ currentTarget }) => change({ where: currentTarget.value })}
    />
  )
}

function FieldChoice({ group, form, change }: ControlsProps) {
  const { t } = useTranslation('findReplace')
  const { language } = useFormat()
  const isAddress = isAddressMode(modeOf(form))
  const value = isAddress ? form.addressFields : form.textFields
  return (
    <MultiSelect
      label={t('fields')}
      value={value}
      error={value.length === 0 ? t('noField') : undefined}
      data={searchedColumns(group, modeOf(form)).map(({ key }) => ({
        value: key,
        label: settingName(group, key, language),
      }))}
      onChange={(next) => change(isAddress ? { addressFields: next } : { textFields: next })}
    />
  )
}

const TEXT_MODES = ['text', 'word', 'regex'] as const satisfies readonly TextMode[]
const MOST = 2000

function TextFields({ form, change, trouble }: ControlsProps) {
  const { t } = useTranslation('findReplace')
  return (
    <>
      <NativeSelect
        label={t('match')}
        value={form.textMode}
        data={TEXT_MODES.map((value) => ({ value, label: t(`textMode.${value}`) }))}
        onChange={({ currentTarget }) => change({ textMode: currentTarget.value as TextMode })}
      />
      <TextInput
        data-autofocus
        label={t(form.textMode === 'regex' ? 'pattern' : 'find')}
        maxLength={MOST}
        value={form.find}
        error={trouble && <TroubleText trouble={trouble} />}
        onChange={({ currentTarget }) => change({ find: currentTarget.value })}
      />
      <TextInput
        label={t('to')}
        description={form.textMode === 'regex' ? t('toPattern') : t('toEmpty')}
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={MOST}
        value={form.to}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
    </>
  )
}

function TroubleText({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation('findReplace')
  if (trouble.kind === 'invalid') return t('invalidPattern', { reason: trouble.reason })
  return t(trouble.kind === 'slow' ? 'slowPattern' : 'failedPattern')
}

function HostFields({ form, change, hosts }: ControlsProps) {
  const { t } = useTranslation('findReplace')
  const isWrong = form.newHost.trim() !== '' && readHost(form.newHost) === null
  return (
    <>
      <HostSelect
        hosts={hosts}
        label={t('hostNow')}
        hint={t(hosts.length > 0 ? 'hostNowHint' : 'noHosts')}
        value={hostOf(form, hosts) || null}
        onChange={(host) => change({ host })}
      />
      <TextInput
        data-autofocus
        label={t('newHost')}
        description={t('newHostHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="pay.example.com"
        maxLength={500}
        value={form.newHost}
        error={isWrong ? t('notHost') : undefined}
        onChange={({ currentTarget }) => change({ newHost: currentTarget.value })}
      />
    </>
  )
}

interface HostSelectProps {
  hosts: readonly HostInUse[]
  label: string
  hint?: string
  value: string | null
  onChange: (host: string | null) => void
  /** The text for an empty host, where that is a choice. */
  any?: string
}

function HostSelect({ hosts, label, hint, value, onChange, any }: HostSelectProps) {
  const format = useFormat()
  const known = value === null || hosts.some(({ host }) => host === value)
  const all = known || value === null ? hosts : [{ host: value, count: 0 }, ...hosts]
  const counts = new Map(all.map(({ host, count }) => [host, format.count(count)]))
  return (
    <Select
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description']}
      searchable
      clearable={any !== undefined && value !== null}
      allowDeselect={false}
      placeholder={any ?? ''}
      value={value}
      data={all.map(({ host }) => host)}
      limit={200}
      rightSection={
        value !== null && any === undefined ? (
          <Text size="md" c="dimmed">
            {counts.get(value)}
          </Text>
        ) : undefined
      }
      rightSectionWidth={any === undefined ? 44 : undefined}
      rightSectionPointerEvents={any === undefined ? 'none' : 'auto'}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" gap={8} w="100%">
          <Text size="sm" truncate>
            {option.value}
          </Text>
          <Text c="dimmed">{counts.get(option.value)}</Text>
        </Group>
      )}
      onChange={onChange}
    />
  )
}

function OnHost({ form, change, hosts }: ControlsProps) {
  const { t } = useTranslation('findReplace')
  return (
    <HostSelect
      hosts={hosts}
      label={t('onHost')}
      any={t('anyHost')}
      value={form.onHost}
      onChange={(onHost) => change({ onHost })}
    />
  )
}

function PathFields(props: ControlsProps) {
  const { form, change } = props
  const { t } = useTranslation('findReplace')
  const wrong = (typed: string) => (readPath(typed) === null ? t('notPath') : undefined)
  return (
    <>
      <OnHost {...props} />
      <TextInput
        data-autofocus
        label={t('pathNow')}
        description={t('pathNowHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="/kits"
        maxLength={MOST}
        value={form.path}
        error={wrong(form.path)}
        onChange={({ currentTarget }) => change({ path: currentTarget.value })}
      />
      <TextInput
        label={t('newPath')}
        description={t('newPathHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={MOST}
        value={form.newPath}
        error={wrong(form.newPath)}
        onChange={({ currentTarget }) => change({ newPath: currentTarget.value })}
      />
    </>
  )
}

function ParameterFields(props: ControlsProps) {
  const { form, change } = props
  const { t } = useTranslation('findReplace')
  return (
    <>
      <OnHost {...props} />
      <SegmentedControl
        fullWidth
        aria-label={t('act')}
        value={form.act}
        data={(['set', 'rename', 'remove'] as const).map((value) => ({
          value,
          label: t(`acts.${value}`),
        }))}
        onChange={(act) => change({ act: act as Form['act'] })}
      />
      <TextInput
        data-autofocus
        label={t('parameter')}
        placeholder="src"
        maxLength={500}
        value={form.parameter}
        onChange={({ currentTarget }) => change({ parameter: currentTarget.value })}
      />
      {form.act === 'set' && (
        <TextInput
          label={t('value')}
          description={t('valueHint')}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={MOST}
          value={form.value}
          onChange={({ currentTarget }) => change({ value: currentTarget.value })}
        />
      )}
      {form.act === 'rename' && (
        <TextInput
          label={t('newName')}
          maxLength={500}
          value={form.newName}
          onChange={({ currentTarget }) => change({ newName: currentTarget.value })}
        />
      )}
    </>
  )
}

function Checks({ group, form, change }: ControlsProps) {
  const { t } = useTranslation('findReplace')
  const check = (key: 'isCase' | 'subdomains' | 'isAdded' | 'includesOff', label: string) => (
    <Checkbox
      label={label}
      checked={form[key]}
      onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
    />
  )
  return (
    <Stack gap={10}>
      {(form.kind === 'text' || form.kind === 'path') && check('isCase', t('isCase'))}
      {form.kind === 'host' && check('subdomains', t('subdomains'))}
      {form.kind === 'parameter' && form.act === 'set' && check('isAdded', t('isAdded'))}
      {(group === 'call_actions' || group === 'pixels') &&
        check('includesOff', t(`includesOff.${group}`))}
    </Stack>
  )
}
