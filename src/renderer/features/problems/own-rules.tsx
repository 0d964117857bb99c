import {
  ActionIcon,
  Autocomplete,
  Box,
  Button,
  Group,
  NativeSelect,
  TextInput,
} from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUPS, type Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import type { ProblemList } from '../../../shared/features/problems/calls.ts'
import {
  comparisonsOf,
  isUsable,
  type OwnRule,
  type OwnRuleFields,
  takesValue,
  typedValue,
  valueKindOf,
} from '../../../shared/features/problems/own-rule.ts'
import { SEVERITIES } from '../../../shared/features/problems/problem.ts'
import { publicRegisters } from '../../../shared/features/publishing/register.ts'
import { videoTime } from '../../../shared/time/time.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Switch } from '../../ui/block.tsx'
import { Column, Form } from '../../ui/column.tsx'
import { ConfirmRemoval } from '../../ui/confirm-removal.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { choiceName, groupName, settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { useTags } from '../../ui/player-marks.ts'
import classes from './problems.module.css'
import { useOwnRuleWords } from './rule-words.ts'

const NEW: OwnRuleFields = {
  name: '',
  group: 'call_actions',
  register: 'action.content',
  comparison: 'hasNot',
  value: '',
  severity: 'warning',
  tag: null,
}

interface OwnRulesProps {
  account_id: string
  list: Pick<ProblemList, 'rules' | 'longest'>
  onClose: () => void
}

/** The user's own rules, each as a sentence, and the form to edit one. */
export function OwnRules({ account_id, list, onClose }: OwnRulesProps) {
  const { rules, longest } = list
  const { t } = useTranslation('problems')
  const [opened, setOpened] = useState<OwnRule | 'new' | null>(null)
  return (
    <Dialog onClose={onClose} title={t('own.title')} size={560}>
      <Column gap={12}>
        <p className={kit.quiet}>{t('own.hint')}</p>
        {opened === null ? (
          <>
            {rules.length === 0 && <p>{t('own.none')}</p>}
            <ul className={kit.list}>
              {rules.map((rule) => (
                <RuleLine
                  key={rule.id}
                  rule={rule}
                  onEdit={() => setOpened(rule)}
                  onRemove={() => call.problems.removeRule({ account_id, id: rule.id })}
                />
              ))}
            </ul>
            <Group justify="flex-end">
              <Button
                variant="filled"
                leftSection={<IconPlus size={15} aria-hidden />}
                onClick={() => setOpened('new')}
              >
                {t('own.add')}
              </Button>
            </Group>
          </>
        ) : (
          <RuleForm
            account_id={account_id}
            rule={opened === 'new' ? null : opened}
            longest={longest}
            onClose={() => setOpened(null)}
          />
        )}
      </Column>
    </Dialog>
  )
}

interface RuleLineProps {
  rule: OwnRule
  onEdit: () => void
  onRemove: () => Promise<unknown>
}

function RuleLine({ rule, onEdit, onRemove }: RuleLineProps) {
  const { t } = useTranslation('problems')
  const words = useOwnRuleWords()
  const [isRemoving, setIsRemoving] = useState(false)
  const { name, severity } = rule
  return (
    <li className={classes.ownRule}>
      <div>
        <Box fw={500}>{name}</Box>
        <div className={kit.quiet}>{`${t(`severity.${severity}`)} · ${words(rule)}`}</div>
      </div>
      <ActionIcon size={26} aria-label={t('own.edit', { name })} onClick={onEdit}>
        <IconPencil size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={26}
        aria-label={t('own.remove', { name })}
        onClick={() => setIsRemoving(true)}
      >
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
      {isRemoving && (
        <div style={{ gridColumn: '1 / -1' }}>
          <ConfirmRemoval
            text={t('own.removeText', { name })}
            keepLabel={t('own.keep')}
            removeLabel={t('own.removeDo')}
            onRemove={onRemove}
            onEnd={() => setIsRemoving(false)}
          />
        </div>
      )}
    </li>
  )
}

interface RuleFormProps extends Pick<ProblemList, 'longest'> {
  account_id: string
  /** Null for a new one. */
  rule: OwnRule | null
  onClose: () => void
}

function RuleForm({ account_id, rule, longest, onClose }: RuleFormProps) {
  const { t } = useTranslation('problems')
  const words = useOwnRuleWords()
  const [typed, setTyped] = useState<OwnRuleFields>(() => fieldsIn(rule) ?? NEW)
  const [isTried, setIsTried] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const take = (change: Partial<OwnRuleFields>) => setTyped(fitting({ ...typed, ...change }))
  const hasName = typed.name.trim() !== ''
  const canFind = isUsable(typed)
  const save = () => {
    setIsTried(true)
    if (!hasName || !canFind) return
    void mutate(async () => {
      await call.problems.saveRule({ account_id, id: rule?.id ?? null, fields: typed })
      onClose()
    })
  }
  return (
    <Form gap={10} isPending={isPending} onSubmit={save}>
      <TextInput
        data-autofocus
        label={t('own.name')}
        maxLength={80}
        value={typed.name}
        error={isTried && !hasName}
        onChange={({ currentTarget }) => take({ name: currentTarget.value })}
      />
      <Subject {...{ typed, longest }} onTake={take} />
      <div>
        {/* Like the labels of the fields next to it. */}
        <Box mb={2} fz="xs" fw={500} aria-hidden>
          {t('own.severity')}
        </Box>
        <Switch
          label={t('own.severity')}
          value={typed.severity}
          choices={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
          onChange={(severity) => take({ severity })}
        />
      </div>
      <TagField account_id={account_id} tag={typed.tag} onTake={(tag) => take({ tag })} />
      <p className={kit.note} role="status">
        {canFind ? words(typed) : t('own.unusable')}
      </p>
      <DialogFoot {...{ failure, isPending }} onCancel={onClose}>
        {t('own.save')}
      </DialogFoot>
    </Form>
  )
}

function fieldsIn(rule: OwnRule | null): OwnRuleFields | null {
  if (!rule) return null
  const { id: _, ...fields } = rule
  return fields
}

/** A rule after its group or setting was changed, limited to the choices that exist there. */
function fitting(rule: OwnRuleFields): OwnRuleFields {
  const registers = publicRegisters(rule.group)
  const register = registers.includes(rule.register) ? rule.register : (registers[0] ?? '')
  const at = { group: rule.group, register }
  const comparisons = comparisonsOf(at)
  const comparison = comparisons.includes(rule.comparison)
    ? rule.comparison
    : (comparisons[0] ?? 'empty')
  return { ...rule, register, comparison, value: fittingValue(at, rule.value) }
}

function fittingValue(at: Parameters<typeof valueKindOf>[0], value: string): string {
  const { kind, choices } = valueKindOf(at)
  if (kind === 'second') return /^\d*$/.test(value) ? value : ''
  const allowed = kind === 'switch' ? ['true', 'false'] : kind === 'choice' ? choices : null
  return allowed && !allowed.includes(value) ? (allowed[0] ?? '') : value
}

interface SubjectProps extends Pick<ProblemList, 'longest'> {
  typed: OwnRuleFields
  onTake: (change: Partial<OwnRuleFields>) => void
}

/** The setting that a rule checks, and the value it is compared with. */
function Subject({ typed, longest, onTake }: SubjectProps) {
  const { t } = useTranslation('problems')
  const { language } = useFormat()
  const { group, register, comparison } = typed
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('own.group')}
        value={group}
        data={GROUPS.map((value) => ({ value, label: groupName(value, language) }))}
        onChange={({ currentTarget }) => onTake({ group: currentTarget.value as SettingsGroup })}
      />
      <NativeSelect
        label={t('own.register')}
        value={register}
        data={publicRegisters(group).map((value) => ({
          value,
          label: settingName(group, value, language),
        }))}
        onChange={({ currentTarget }) => onTake({ register: currentTarget.value })}
      />
      <NativeSelect
        label={t('own.comparison')}
        value={comparison}
        data={comparisonsOf(typed).map((value) => ({ value, label: t(`comparison.${value}`) }))}
        onChange={({ currentTarget }) =>
          onTake({ comparison: currentTarget.value as OwnRuleFields['comparison'] })
        }
      />
      {takesValue(comparison) && <ValueField key={register} {...{ typed, longest, onTake }} />}
    </div>
  )
}

function ValueField({ typed, longest, onTake }: SubjectProps) {
  const { t } = useTranslation(['problems', 'videos'])
  const { language } = useFormat()
  const { group, register, value } = typed
  const { kind, choices } = valueKindOf(typed)
  const isTime = kind === 'second'
  const [text, setText] = useState(isTime && value !== '' ? videoTime(Number(value)) : value)
  const label = t('own.value')
  if (kind === 'switch' || kind === 'choice') {
    const data =
      kind === 'switch'
        ? ['true', 'false'].map((one) => ({
            value: one,
            label: t(one === 'true' ? 'own.on' : 'own.off'),
          }))
        : choices.map((one) => ({
            value: one,
            label: choiceName({ group, item_id: null, register }, one, language),
          }))
    return (
      <NativeSelect
        {...{ label, value, data }}
        onChange={({ currentTarget }) => onTake({ value: currentTarget.value })}
      />
    )
  }
  const read = (next: string) => {
    setText(next)
    onTake({ value: typedValue(typed, next, longest) })
  }
  return (
    <TextInput
      label={label}
      maxLength={500}
      placeholder={isTime ? '5:30' : undefined}
      error={isTime && text.trim() !== '' && value === '' && t('videos:notTime')}
      value={text}
      onChange={({ currentTarget }) => read(currentTarget.value)}
    />
  )
}

interface TagFieldProps {
  account_id: string
  tag: string | null
  onTake: (tag: string | null) => void
}

function TagField({ account_id, tag, onTake }: TagFieldProps) {
  const { t } = useTranslation('problems')
  const { known } = useTags(account_id)
  return (
    <Autocomplete
      label={t('own.tag')}
      placeholder={t('own.tagHint')}
      maxLength={40}
      data={[...known]}
      value={tag ?? ''}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(text) => onTake(text.trim() === '' ? null : text)}
    />
  )
}
