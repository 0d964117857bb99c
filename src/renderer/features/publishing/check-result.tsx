import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Problem } from '../../../shared/features/publishing/edit.ts'
import { groupBy } from '../../../shared/maps.ts'
import { useKnownItem } from '../../ui/edits/known-item.ts'
import { useProblemText } from '../../ui/edits/problem-text.ts'
import { groupName, settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { goTo } from '../../view.ts'
import classes from './outbox.module.css'

interface CheckResultProps {
  account_id: string
  problems: readonly Problem[]
  names: Readonly<Record<string, string>>
}

const MOST_SHOWN = 60

/** The problems found by a check, errors first, each with a link to its place. */
export function CheckResult({ account_id, problems, names }: CheckResultProps) {
  const { t } = useTranslation('outbox')
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const summary = [
    errors.length > 0 && t('errors', { count: errors.length }),
    warnings.length > 0 && t('warnings', { count: warnings.length }),
  ]
  const left = problems.length - MOST_SHOWN
  const shown = [...errors, ...warnings].slice(0, MOST_SHOWN)
  return (
    <section className={classes.section} aria-label={t('checkTitle')}>
      <h2 className={classes.heading}>{t('checkTitle')}</h2>
      <p className={classes.text} role="status">
        {problems.length === 0 ? t('checkClean') : summary.filter(Boolean).join(' ')}
      </p>
      {[...groupBy(shown, ({ video_id }) => video_id)].map(([video_id, own]) => (
        <OfVideo
          key={video_id}
          {...{ account_id, video_id }}
          name={names[video_id] ?? video_id}
          problems={own}
        />
      ))}
      {left > 0 && <p className={classes.text}>{t('more', { count: left })}</p>}
    </section>
  )
}

interface OfVideoProps {
  account_id: string
  video_id: string
  name: string
  problems: readonly Problem[]
}

function OfVideo({ account_id, video_id, name, problems }: OfVideoProps) {
  const { t } = useTranslation('outbox')
  const sentence = useProblemText()
  const { language } = useFormat()
  const { knownItem } = useKnownItem({ account_id, video_id })
  const placeOf = ({ group, item_id, register }: Problem) =>
    [
      groupName(group, language),
      item_id !== null && knownItem(group, item_id),
      register && settingName(group, register, language),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <div>
      <h3 className={classes.subheading}>{name}</h3>
      <ul className={classes.problems}>
        {problems.map((problem, index) => (
          // Problems of the same rule may be identical except for their index.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={classes.found} data-severity={problem.severity}>
            <strong>{t(`severity.${problem.severity}`)}</strong>
            <span>{`${placeOf(problem)}: ${sentence(problem)}`}</span>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={t('openVideo', { name })}
              onClick={() => goTo('video', { video_id })}
            >
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
