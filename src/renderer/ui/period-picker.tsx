import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PeriodChoice } from '../../shared/features/settings/preferences.ts'
import { KeyBuffer } from '../keys.ts'
import { alone, type ChosenPeriod, resolvePeriod, useChosenPeriod, useToday } from '../period.ts'
import { useReport } from '../view.ts'
import { useFormat } from './format.ts'
import { steppedChoice } from './period-choice.ts'
import classes from './period-picker.module.css'
import { Popover } from './popover.tsx'

// The calendar and its date library are loaded when the panel opens.
const PeriodPanel = lazy(() =>
  import('./period-panel.tsx').then(({ PeriodPanel }) => ({ default: PeriodPanel })),
)

export interface PeriodPickerProps {
  choice: PeriodChoice
  onChange: (choice: PeriodChoice) => void
  /** IANA zone of the days. */
  zone: string
  /** Whether the screen has no comparison; then none is displayed or offered. */
  isAlone?: boolean
}

export function PeriodPicker({ choice: rawChoice, onChange, ...of }: PeriodPickerProps) {
  const { excludesToday } = rawChoice
  const props: PeriodPickerProps = of.isAlone
    ? { ...of, choice: alone(rawChoice), onChange: (next) => onChange({ ...next, excludesToday }) }
    : { ...of, choice: rawChoice, onChange }
  // A report's period is fixed.
  return useReport() ? <FrozenDays {...props} /> : <Picker {...props} />
}

function FrozenDays({ choice, zone, ...props }: PeriodPickerProps) {
  const { dateRange } = useFormat()
  const chosen = useChosenPeriod(choice, zone)
  return (
    <div className={classes.picker}>
      <strong>{dateRange(chosen.period)}</strong>
      <Caption {...props} {...{ chosen, zone }} />
    </div>
  )
}

function Picker({ choice, onChange, zone, ...props }: PeriodPickerProps) {
  const { isAlone = false } = props
  const { t } = useTranslation('period')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const caption = useRef<HTMLParagraphElement>(null)
  const [captionHeight, setCaptionHeight] = useState(0)
  const today = useToday(zone)
  const chosen = resolvePeriod(choice, today)
  const shown = { period: chosen.period, today }
  const earlier = steppedChoice(choice, shown, -1)
  const later = steppedChoice(choice, shown, 1)
  const step = (to: PeriodChoice | null) => to && onChange(to)
  usePageArrows(
    () => step(earlier),
    () => step(later),
  )

  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') step(earlier)
    if (event.key === 'ArrowRight') step(later)
  }
  const days = format.dateRange(chosen.period)
  const name = choice.preset && t(`preset.${choice.preset}`)
  return (
    <div className={classes.picker}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.bar} onKeyDown={onKeyDown}>
        <Step direction={-1} label={t('earlier')} onStep={() => step(earlier)} />
        <Popover
          opened={isOpen}
          onChange={setIsOpen}
          position="bottom-end"
          // Below the caption, so that it is not covered.
          offset={captionHeight + 6}
          trapFocus
          returnFocus
          shadow="md"
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCalendar size={15} />}
              aria-label={t('trigger', { days: name ? `${name}, ${days}` : days })}
              onClick={() => {
                setCaptionHeight(caption.current?.offsetHeight ?? 0)
                setIsOpen(!isOpen)
              }}
            >
              {name ? `${name}: ${days}` : days}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('label')}>
            <Suspense fallback={<KeyBuffer />}>
              <PeriodPanel
                {...{ choice, onChange, zone, today, isAlone }}
                onDone={() => setIsOpen(false)}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
        <Step direction={1} label={t('later')} onStep={() => step(later)} isDisabled={!later} />
      </div>
      <Caption {...props} {...{ chosen, zone }} ref={caption} />
    </div>
  )
}

interface StepProps {
  direction: -1 | 1
  label: string
  onStep: () => void
  isDisabled?: boolean
}

function Step({ direction, label, onStep, isDisabled = false }: StepProps) {
  const Icon = direction === 1 ? IconChevronRight : IconChevronLeft
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      // Stays in the tab order, so that the focus is not lost at the last step.
      {...(isDisabled && { 'data-disabled': true })}
      aria-disabled={isDisabled}
      onClick={onStep}
    >
      <Icon size={16} />
    </ActionIcon>
  )
}

type CaptionProps = Pick<PeriodPickerProps, 'zone' | 'isAlone'> & {
  chosen: ChosenPeriod
  ref?: RefObject<HTMLParagraphElement | null>
}

function Caption({ chosen, zone, isAlone, ref }: CaptionProps) {
  const { t } = useTranslation('period')
  const { dateRange } = useFormat()
  const { comparison, isPartial } = chosen
  return (
    <p ref={ref} className={classes.caption}>
      {[
        !isAlone &&
          (comparison ? t('against', { days: dateRange(comparison) }) : t('noComparison')),
        zone,
        isPartial && t('isPartial'),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

/** The arrow keys also step the period while no element has the focus. */
function usePageArrows(onLeft: () => void, onRight: () => void) {
  const whenUnused = (step: () => void) => (event: globalThis.KeyboardEvent) => {
    if (event.target === document.body) step()
  }
  useHotkeys([
    ['ArrowLeft', whenUnused(onLeft), { preventDefault: false }],
    ['ArrowRight', whenUnused(onRight), { preventDefault: false }],
  ])
}
