import { ActionIcon, Box, Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import type { Answer } from '../../shared/features/analytics/answer.ts'
import type { TableRequest } from '../../shared/features/exports/request.ts'
import type { QueryResult } from '../query.ts'
import { useReport } from '../view.ts'
import classes from './block.module.css'
import { ExportButton } from './export-button.tsx'
import { Freshness } from './freshness.tsx'
import { Guard, GuardedBlocks } from './guard.tsx'
import kit from './kit.module.css'
import { EmptyState, Notice } from './notice.tsx'
import { type PictureFacts, PictureOf } from './picture/picture-of.ts'
import { ScreenHead } from './screen-head.tsx'

interface PageProps {
  title: string
  /** What the screen is for, in a sentence. */
  text: string
  /** Controls that apply to the whole screen. */
  choices?: ReactNode
  children: ReactNode
}

export function BlockPage({ title, text, choices, children }: PageProps) {
  return (
    <Stack gap={12} miw={0}>
      <ScreenHead title={title} tools={choices}>
        <Box component="p" maw={720} mt={2} lh={1.45} className={kit.quiet}>
          {text}
        </Box>
      </ScreenHead>
      <GuardedBlocks>{children}</GuardedBlocks>
    </Stack>
  )
}

interface BlockProps {
  title: string
  /** Next to the title: what applies to the whole block. */
  badge?: ReactNode
  /** Controls to the right of the title. */
  tools?: ReactNode
  /** The table that its export button exports. */
  exported?: TableRequest
  /** What pictures of its charts say, besides its title. */
  picture?: Omit<PictureFacts, 'title'> & { title?: string }
  /** Freshness and notes below the content. */
  foot?: ReactNode
  children: ReactNode
}

/** A section of a screen with an error boundary: a failure does not affect other sections. */
export function Block({ title, badge, tools, exported, foot, ...props }: BlockProps) {
  const { picture, children } = props
  const id = useId()
  return (
    <section className={`${kit.card} ${classes.block}`} aria-labelledby={id}>
      <Group gap={8} align="flex-start" justify="space-between" mb={8}>
        <Group gap="4px 10px" mih={30}>
          <Box id={id} component="h2" fz="md" fw={600}>
            {title}
          </Box>
          {badge}
        </Group>
        {/* The period picker has a caption below, so everything aligns with its top. */}
        {(tools || exported) && (
          <Group gap={6} align="flex-start" justify="flex-end" ml="auto">
            {tools}
            {exported && <ExportButton request={exported} />}
          </Group>
        )}
      </Group>
      <Guard part="block">
        <PictureOf value={picture ? { title, ...picture } : null}>{children}</PictureOf>
      </Guard>
      {foot && (
        <Group
          gap="2px 14px"
          align="baseline"
          mt={8}
          lh={1.45}
          className={`${kit.quiet} ${classes.foot}`}
        >
          {foot}
        </Group>
      )}
    </section>
  )
}

interface AnsweredProps<T> {
  query: QueryResult<T>
  /** Height of the placeholder while loading, in pixels. */
  height: number
  /** Renders a failure for which this block has a better text; returns null for any other. */
  failed?: ((failure: Failure) => ReactElement | null) | undefined
  children: (answer: T) => ReactNode
}

/** The content of an answered query, with a notice when its refresh failed; or a placeholder, or the failure. */
export function Answered<T>({ query, height, failed, children }: AnsweredProps<T>) {
  const { failure, refetch } = query
  if (query.value !== undefined) {
    return (
      <>
        {failure && <Notice failure={failure} onRetry={refetch} />}
        {children(query.value)}
      </>
    )
  }
  if (failure) return failed?.(failure) ?? <QueryFailure {...{ failure, refetch }} />
  return <Loading height={height} />
}

export function Loading({ height }: { height: number }) {
  const { t } = useTranslation('block')
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={height} animate={false} />
    </div>
  )
}

// Having no data while offline is a normal state, displayed as "not downloaded" rather than as an error.
function QueryFailure({ failure, refetch }: { failure: Failure; refetch: () => void }) {
  const { t } = useTranslation('block')
  if (failure.kind !== 'offline') return <Notice failure={failure} onRetry={refetch} />
  return (
    <EmptyState
      title={t('notDownloaded')}
      text={t('notDownloadedText')}
      action={<Button onClick={refetch}>{t('tryAgain')}</Button>}
    />
  )
}

/** The age of an answer; renders nothing without one. */
export function AnswerAge({ answer, zone }: { answer: Answer<unknown> | undefined; zone: string }) {
  if (!answer) return null
  return <Freshness {...answer} zone={zone} />
}

/** Refetches from the service, even when there is a stored answer. */
export function RefreshButton({ refresh }: { refresh: () => Promise<unknown> }) {
  const { t } = useTranslation('block')
  const [isFetching, setIsAsking] = useState(false)
  const isReport = useReport() !== null
  if (isReport) return null
  const label = isFetching ? t('refreshing') : t('refresh')
  const run = () => {
    setIsAsking(true)
    // The failure is displayed by each block: main returns it with the stored answer.
    void refresh().then(
      () => setIsAsking(false),
      () => setIsAsking(false),
    )
  }
  return (
    <ActionIcon
      variant="default"
      size={30}
      loading={isFetching}
      aria-label={label}
      title={label}
      onClick={run}
    >
      <IconRefresh size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

interface Choice<T extends string> {
  value: T
  label: string
  isDisabled?: boolean
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  /** Texts have the label that `name` gives them, or are their own. */
  choices: readonly (T | Choice<T>)[]
  name?: (value: T) => string
  onChange: (value: T) => void
}

const labelled = <T extends string>({ choices, name }: Pick<ChoiceProps<T>, 'choices' | 'name'>) =>
  choices.map((one) => (typeof one === 'string' ? { value: one, label: name?.(one) ?? one } : one))

interface SwitchProps<T extends string> extends ChoiceProps<T> {
  /** Whether the control is hidden on paper, where the result shows what was chosen. */
  isOfScreen?: boolean
}

/**
 * Radio buttons in a row. Mantine's segmented control measures itself and forces a layout; a dashboard has
 * six of these.
 */
export function Switch<T extends string>({ label, value, ...props }: SwitchProps<T>) {
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.switch}
      data-switch
      data-screen-only={props.isOfScreen || undefined}
    >
      {labelled<T>(props).map((one) => (
        <label key={one.value}>
          <input
            type="radio"
            name={group}
            value={one.value}
            checked={one.value === value}
            disabled={one.isDisabled}
            onChange={() => props.onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  )
}

/** A select for a longer list of choices. */
export function Chooser<T extends string>({ label, value, onChange, ...props }: ChoiceProps<T>) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as T)}
      data={labelled<T>(props).map((one) => ({ value: one.value, label: one.label }))}
    />
  )
}
