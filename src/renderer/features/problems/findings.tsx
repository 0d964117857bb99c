import { ActionIcon, Box, Button, Checkbox, Group, Kbd, Table, VisuallyHidden } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedProblem, RuleFindings } from '../../../shared/features/problems/calls.ts'
import type { Mute } from '../../../shared/features/problems/mute.ts'
import { rowKeys } from '../../../shared/features/problems/problem.ts'
import { videoTime } from '../../../shared/time/time.ts'
import { useProblemText } from '../../ui/edits/problem-text.ts'
import { groupName, settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { MuteForm } from './mute-form.tsx'
import { ProblemTimeline } from './problem-timeline.tsx'
import classes from './problems.module.css'
import { RuleIcon } from './rule-list.tsx'
import type { Chosen } from './use-chosen.ts'

interface FindingsProps {
  account_id: string
  findings: RuleFindings
  title: string
  reason: string
  today: string
  chosen: Chosen
  /** Lists more problems of each rule. */
  onMore: () => void
}

/** The findings of one rule: why it matters, and each place before and after its fix. */
export function Findings({ findings, title, reason, onMore, ...of }: FindingsProps) {
  const { t } = useTranslation('problems')
  const { account_id, chosen, today } = of
  const more = findings.count - findings.problems.length
  const { fixable, ticked, current } = chosen
  const keys = rowKeys(findings.problems)
  return (
    <section className={classes.findings} aria-labelledby="problem-rule">
      <div className={classes.why}>
        <Group gap={8} wrap="nowrap" align="start">
          <RuleIcon findings={findings} />
          <h2 id="problem-rule">{title}</h2>
        </Group>
        <p>{reason}</p>
      </div>
      <Table layout="fixed" verticalSpacing={5} borderColor="var(--desk-hairline)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40} pl={16}>
              {fixable.length > 0 && (
                <Checkbox
                  aria-label={t('tickAll')}
                  checked={ticked.length === fixable.length}
                  indeterminate={ticked.length > 0 && ticked.length < fixable.length}
                  onChange={({ currentTarget }) => chosen.tickAll(currentTarget.checked)}
                />
              )}
            </Table.Th>
            <Table.Th>{t('column.item')}</Table.Th>
            <Table.Th w="45%">{t('column.change')}</Table.Th>
            <Table.Th w={48}>
              <VisuallyHidden>{t('column.mute')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {findings.problems.map((problem, index) => (
            <Fragment key={keys[index]}>
              <Row {...{ account_id, problem, chosen }} />
              {chosen.muting === problem && (
                <Table.Tr bd={0}>
                  <Table.Td />
                  <Table.Td colSpan={3} pr={16}>
                    <MuteForm
                      {...{ account_id, problem, today }}
                      name={placeName(problem)}
                      onClose={() => chosen.mute(null)}
                    />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && (
        <Group gap={12} px={16} py={8}>
          <span className={kit.quiet}>{t('more', { count: more })}</span>
          <Button onClick={onMore}>{t('showMore')}</Button>
        </Group>
      )}
      {current && <ProblemTimeline account_id={account_id} problem={current} />}
    </section>
  )
}

const placeName = ({ video, item }: ListedProblem) => [video, item].filter(Boolean).join(' · ')

interface RowProps {
  account_id: string
  problem: ListedProblem
  chosen: Chosen
}

function Row({ account_id, problem, chosen }: RowProps) {
  const { t } = useTranslation('problems')
  const sentence = useProblemText()
  const { fix } = problem
  const muted = 'mute' in problem ? problem.mute : null
  return (
    <Table.Tr
      className={classes.row}
      data-current={problem === chosen.current || undefined}
      onClick={() => chosen.choose(problem)}
      onFocus={() => chosen.choose(problem)}
    >
      <Table.Td pl={16}>
        <Checkbox
          aria-label={t('tick', { name: placeName(problem) })}
          disabled={!fix || muted !== null}
          checked={chosen.ticked.includes(problem)}
          onChange={({ currentTarget }) => chosen.tick(problem, currentTarget.checked)}
        />
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <Place problem={problem} />
      </Table.Th>
      <Table.Td>
        {fix && <Sides {...{ account_id, problem }} />}
        <div className={classes.sentence}>{sentence(problem)}</div>
        {!fix && <div className={kit.quiet}>{t('noFix')}</div>}
        {muted && <MutedWords mute={muted} />}
      </Table.Td>
      <Table.Td>
        <MuteButton {...{ account_id, problem, chosen }} isMuted={muted !== null} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The video, and the item in it. */
function Place({ problem: { video, item, group, register } }: { problem: ListedProblem }) {
  const { t } = useTranslation('problems')
  const { language } = useFormat()
  const place = group === null ? t('wholeVideo') : groupName(group, language)
  const setting = group !== null && register !== null && settingName(group, register, language)
  const what = [item || place, setting].filter(Boolean).join(' · ')
  return (
    <>
      <Box className={kit.cut} fw={500} title={video}>
        {video}
      </Box>
      <div className={`${kit.cut} ${kit.quiet}`} title={what}>
        {what}
      </div>
    </>
  )
}

function MuteButton({ problem, chosen, isMuted }: RowProps & { isMuted: boolean }) {
  const { t } = useTranslation('problems')
  const label = t(isMuted ? 'unmuteOne' : 'muteOne', { name: placeName(problem) })
  const Icon = isMuted ? IconBell : IconBellOff
  return (
    <ActionIcon
      size={26}
      aria-label={label}
      aria-expanded={isMuted ? undefined : chosen.muting === problem}
      title={label}
      onClick={() => (isMuted ? chosen.unmute(problem) : chosen.mute(problem))}
    >
      <Icon size={15} aria-hidden />
    </ActionIcon>
  )
}

function MutedWords({ mute: { note, until } }: { mute: Mute }) {
  const { t } = useTranslation('problems')
  const { date } = useFormat()
  const ends = {
    changes: () => t('mute.mutedUntilChange'),
    always: () => t('mute.mutedAlways'),
    day: () => t('mute.mutedUntilDay', { day: until.kind === 'day' ? date(until.day) : '' }),
  }
  return (
    <div className={classes.sentence}>
      {[ends[until.kind](), note && `“${note}”`].filter(Boolean).join(': ')}
    </div>
  )
}

/** The value that a fix replaces, and the new value. */
function Sides({ account_id, problem }: Pick<RowProps, 'account_id' | 'problem'>) {
  const { fix = [], before, pitch, group, rule } = problem
  const { t } = useTranslation('problems')
  const valueText = useValueText(account_id)
  const [change] = fix
  if (!change) return null
  const register = change.kind === 'set' ? change.register : null
  const was = valueText(before, register)
  const value = change.kind === 'set' ? change.value : undefined
  const isPitch = group === 'call_actions' && rule.startsWith('call-action') && value === pitch
  const next = () => {
    if (change.kind !== 'set') return t('removed')
    return isPitch ? t('atPitch', { time: videoTime(Number(value)) }) : valueText(value, register)
  }
  return (
    <div className={classes.change} title={`${was} → ${next()}`}>
      <del className={kit.cut}>{was}</del>
      <span>→</span>
      <ins className={kit.cut}>{next()}</ins>
    </div>
  )
}

interface FootProps {
  chosen: Chosen
  onFix: () => void
  /** Opens the sheet with the rows that the current rule found; null when it has none of them. */
  onSheet: (() => void) | null
  isPending: boolean
  /** What was done last. */
  message: string
}

/** The shortcuts, and the actions for the current rule. */
export function Foot({ chosen, onFix, onSheet, isPending, message }: FootProps) {
  const { t } = useTranslation('problems')
  const { current, fixable, ticked } = chosen
  const hasFix = fixable.length > 0
  return (
    <Group component="footer" className={classes.foot} gap={8} px={16} py={10} wrap="nowrap">
      <span className={classes.keys} aria-hidden>
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>
        <span>{t('keys.rule')}</span>
        <Kbd>F</Kbd>
        <span>{t('keys.fix')}</span>
        <Kbd>M</Kbd>
        <span>{t('keys.mute')}</span>
      </span>
      <span role="status" className={classes.message}>
        {message}
      </span>
      {onSheet && <Button onClick={onSheet}>{t('inSheet')}</Button>}
      {current && (
        <Button
          variant={hasFix ? 'default' : 'filled'}
          aria-label={t('openNamed', { name: placeName(current) })}
          onClick={() => chosen.open(current)}
        >
          {t('open')}
        </Button>
      )}
      {hasFix && (
        <Button variant="filled" disabled={ticked.length === 0} loading={isPending} onClick={onFix}>
          {t('fix', { count: ticked.length })}
        </Button>
      )}
    </Group>
  )
}
