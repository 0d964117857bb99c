import { Box, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconExclamationCircle,
  IconInfoCircle,
  IconUserEdit,
} from '@tabler/icons-react'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProblemList, RuleFindings } from '../../../shared/features/problems/calls.ts'
import { SECTIONS, sectionOf } from '../../../shared/features/problems/problem.ts'
import { Column } from '../../ui/column.tsx'
import { useProblemText } from '../../ui/edits/problem-text.ts'
import kit from '../../ui/kit.module.css'
import classes from './problems.module.css'
import type { RuleWords } from './rule-words.ts'

const ICONS = {
  error: IconExclamationCircle,
  warning: IconAlertTriangle,
  note: IconInfoCircle,
  own: IconUserEdit,
} as const

/** The mark of a rule: its severity, or that it is the user's own. */
export function RuleIcon({ findings }: { findings: RuleFindings }) {
  const Icon = ICONS[sectionOf(findings)]
  return (
    <span className={classes.icon} data-severity={findings.severity}>
      <Icon size={17} stroke={1.7} aria-hidden />
    </span>
  )
}

interface RuleListProps {
  list: ProblemList
  /** Whether it has all open problems. */
  isWhole: boolean
  chosen: RuleFindings | undefined
  words: RuleWords
  onChoose: (rule: string) => void
}

/** Every rule with findings, by severity. */
export function RuleList({ list, isWhole, chosen, words, onChoose }: RuleListProps) {
  const { t } = useTranslation('problems')
  const { findings, rules, videos } = list
  const aboutOf = (section: (typeof SECTIONS)[number], found: number) => {
    if (section !== 'own') return t(`about.${section}`)
    return isWhole && t('about.own', { found, total: rules.length })
  }
  return (
    <nav className={classes.rules} aria-label={t('list')}>
      {SECTIONS.map((section) => {
        const own = findings.filter((one) => sectionOf(one) === section)
        if (own.length === 0) return null
        return (
          <Fragment key={section}>
            <div className={classes.section} data-severity={section}>
              <h2>{t(`section.${section}`)}</h2>
              {isWhole && <span>{t('countVideos', { count: videos[section] })}</span>}
              <Box component="span" ml="auto" ta="right" c="dimmed">
                {aboutOf(section, own.length)}
              </Box>
            </div>
            <ul className={kit.list}>
              {own.map((one) => (
                <RuleRow
                  key={one.rule}
                  findings={one}
                  title={words.titleOf(one.rule)}
                  ownWords={words.ownWordsOf(one.rule)}
                  isChosen={one.rule === chosen?.rule}
                  onChoose={() => onChoose(one.rule)}
                />
              ))}
            </ul>
          </Fragment>
        )
      })}
    </nav>
  )
}

interface RuleRowProps {
  findings: RuleFindings
  title: string
  /** The sentence of the user's own rule; null for other rules. */
  ownWords: string | null
  isChosen: boolean
  onChoose: () => void
}

function RuleRow({ findings, title, ownWords, isChosen, onChoose }: RuleRowProps) {
  const { t } = useTranslation('problems')
  const sentence = useProblemText()
  const row = useRef<HTMLLIElement>(null)
  const [first] = findings.problems
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={row}>
      <UnstyledButton
        className={`${kit.hover} ${classes.rule}`}
        aria-current={isChosen}
        onClick={onChoose}
      >
        <RuleIcon findings={findings} />
        <Column component="span" flex={1} miw={0}>
          <Box component="span" fz="sm" fw={500} lh="20px">
            {title}
            {findings.isNew && <span className={classes.new}>{t('new')}</span>}
          </Box>
          <span className={`${kit.cut} ${kit.quiet}`}>
            {ownWords ?? (first && `${first.video} · ${sentence(first)}`)}
          </span>
        </Column>
        <Column component="span" className={kit.tabular} flex="none" align="flex-end" lh="18px">
          <b>{findings.videos}</b>
          <span className={kit.quiet}>{t('videos', { count: findings.videos })}</span>
        </Column>
      </UnstyledButton>
    </li>
  )
}
