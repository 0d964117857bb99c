import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Problem } from '../../../shared/model/edit.ts'
import { useKnownItem } from '../../ui/edits/known-item.ts'
import { useProblemText } from '../../ui/edits/problem-text.ts'
import { groupName, settingName } from '../../ui/edits/setting-names.ts'
import { useFormat } from '../../ui/format.ts'
import { goTo } from '../../view.ts'
import classes from './outbox.module.css'

interface CheckResultProps {
  account_id: string
  problems: readonly Problem[]
  names: Readonly<Record<string, string>>
}

const MOST_SHOWN = 60

/** What a check found, errors first, each with the way to its cause. */
export function CheckResult({ account_id, problems, names }: CheckResultProps) {
  const { t } = useTranslation('outbox')
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const summary = [
    errors.length > 0 && t('errors', { count: errors.length }),
    warnings.length > 0 && t('warnings', { count: warnings.length }),
  ]
  const left = problems.length - MOST_SHOWN
  return (
    <section className={classes.section} aria-label={t('checkTitle')}>
      <h2 className={classes.heading}>{t('checkTitle')}</h2>
      <p className={classes.text} role="status">
        {problems.length === 0 ? t('checkClean') : summary.filter(Boolean).join('; ')}
      </p>
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {[...errors, ...warnings].slice(0, MOST_SHOWN).map((problem, index) => (
            // Two problems of one rule may be alike in all but their place in the list.
            // oxlint-disable-next-line react/no-array-index-key
            <ProblemLine
              key={index}
              {...{ account_id, problem }}
              videoName={names[problem.video_id] ?? problem.video_id}
            />
          ))}
        </ul>
      )}
      {left > 0 && <p className={classes.text}>{t('more', { count: left })}</p>}
    </section>
  )
}

interface LineProps {
  account_id: string
  problem: Problem
  videoName: string
}

function ProblemLine({ account_id, problem, videoName }: LineProps) {
  const { t } = useTranslation('outbox')
  const sentence = useProblemText()
  const { language } = useFormat()
  const { severity, video_id, group, item_id, register } = problem
  const knownItem = useKnownItem({ account_id, video_id })
  const place = [
    groupName(group, language),
    item_id !== null && knownItem(group, item_id),
    register && settingName(group, register, language),
  ]
  return (
    <li className={classes.problem} data-severity={severity}>
      <strong>{t(`severity.${severity}`)}</strong>
      <span className={classes.grow}>
        {`${place.filter(Boolean).join(' · ')}: ${sentence(problem)}`}
      </span>
      <Button variant="subtle" size="compact-xs" onClick={() => goTo('video', { video_id })}>
        {t('openVideo', { name: videoName })}
      </Button>
    </li>
  )
}
