import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Answer } from '../../../shared/model/desk.ts'
import type { Asked } from '../../answer.ts'
import { Freshness } from '../../ui/freshness.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import classes from './player.module.css'

interface BlockProps {
  title: string
  /** Choices and buttons, at the right of the title. */
  tools?: ReactNode
  /** Freshness and notes, under the content. */
  foot?: ReactNode
  children: ReactNode
}

/** A part of the screen that stands by itself: its failure never blanks the rest. */
export function Block({ title, tools, foot, children }: BlockProps) {
  const id = useId()
  return (
    <section className={classes.block} aria-labelledby={id}>
      <div className={classes.blockHead}>
        <h2 id={id} className={classes.blockTitle}>
          {title}
        </h2>
        {tools && <div className={classes.tools}>{tools}</div>}
      </div>
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}

interface AnsweredProps<T> {
  asked: Asked<Answer<T>>
  /** Pixels to keep free while it is asked. */
  height: number
  children: (answer: Answer<T>) => ReactNode
}

/** The content of an answered question, or why there is none. */
export function Answered<T>({ asked, height, children }: AnsweredProps<T>) {
  const { t } = useTranslation('player')
  if (asked.value) return children(asked.value)
  if (asked.failure) return <Unanswered failure={asked.failure} askAgain={asked.askAgain} />
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={height} animate={false} />
    </div>
  )
}

// Offline with nothing stored is no fault: E5 tells "not fetched" from "failed".
function Unanswered({ failure, askAgain }: { failure: Failure; askAgain: () => void }) {
  const { t } = useTranslation('player')
  if (failure.kind !== 'offline') return <Notice failure={failure} onRetry={askAgain} />
  return (
    <EmptyState
      title={t('notDownloaded')}
      text={t('notDownloadedText')}
      action={
        <Button variant="default" onClick={askAgain}>
          {t('tryAgain')}
        </Button>
      }
    />
  )
}

/** How old an answer is; nothing while there is none. */
export function AnswerAge({ answer, zone }: { answer: Answer<unknown> | undefined; zone: string }) {
  if (!answer) return null
  return <Freshness {...answer} zone={zone} />
}
