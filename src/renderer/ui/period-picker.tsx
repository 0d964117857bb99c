import { Box, Button, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  IconCalendar,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
} from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { missedOf } from '../../shared/api/player.ts'
import type { PeriodChoice } from '../../shared/features/settings/preferences.ts'
import { unevenDays } from '../../shared/time/period.ts'
import { KeyBuffer } from '../keys.ts'
import { lazyNamed } from '../lazy-named.ts'
import { alone, type ChosenPeriod, resolvePeriod, useChosenPeriod, useToday } from '../period.ts'
import { prefer, useReport, useView } from '../view.ts'
import { useFormat } from './format.ts'
import kit from './kit.module.css'
import { steppedChoice } from './period-choice.ts'
import classes from './period-picker.module.css'
import { Popover } from './popover.tsx'

// The calendar and its date library are loaded when the panel opens.
const PeriodPanel = lazyNamed(() => import('./period-panel.tsx'), 'PeriodPanel')

interface PeriodPickerProps {
  choice: PeriodChoice
  onChange: (choice: PeriodChoice) => void
  /** IANA zone of the days. */
  zone: string
  /** Whether the screen has no comparison; then none is displayed or offered. */
  isAlone?: boolean
  /** Whether the days include today, whatever is chosen; then leaving it out is not offered. */
  withToday?: boolean
  /** The day on which the only player was created; empty when unknown. */
  created?: string
  /** Left-aligned, with the caption after it. */
  isLeading?: boolean
}

export function PeriodPicker({ choice: rawChoice, onChange, ...of }: PeriodPickerProps) {
  const { excludesToday } = rawChoice
  const props: PeriodPickerProps = of.withToday
    ? { ...of, choice: alone(rawChoice), onChange: (next) => onChange({ ...next, excludesToday }) }
    : { ...of, choice: rawChoice, onChange }
  // A report's period is fixed.
  return useReport() ? <FrozenDays {...props} /> : <Picker {...props} />
}

/** The days that the screens of one player have in common. */
export function PlayerPeriodPicker(props: Omit<PeriodPickerProps, 'choice' | 'onChange'>) {
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const onChange = (playerPeriod: PeriodChoice) => prefer({ playerPeriod })
  return <PeriodPicker {...{ choice, onChange }} {...props} />
}

function FrozenDays({ choice, zone, isLeading, ...props }: PeriodPickerProps) {
  const { dateRange } = useFormat()
  const chosen = useChosenPeriod(choice, zone)
  return (
    <div className={classes.picker} data-leading={isLeading || undefined}>
      <Caption {...props} {...{ chosen, zone }} />
      <strong>{dateRange(chosen.period)}</strong>
    </div>
  )
}

function Picker({ choice, onChange, zone, ...props }: PeriodPickerProps) {
  const { isAlone = false, withToday = false, isLeading } = props
  const { t } = useTranslation('period')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
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
    <div className={classes.picker} data-leading={isLeading || undefined}>
      <Caption {...props} {...{ chosen, zone }} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown}>
        <Button.Group>
          <Step direction={-1} label={t('earlier')} onStep={() => step(earlier)} />
          <Popover
            opened={isOpen}
            onChange={setIsOpen}
            position={isLeading ? 'bottom-start' : 'bottom-end'}
          >
            <Popover.Target>
              <Button
                px="md"
                leftSection={<IconCalendar size={15} />}
                rightSection={<IconChevronDown size={14} />}
                aria-label={t('trigger', { days: name ? `${name} ${days}` : days })}
                onClick={() => setIsOpen(!isOpen)}
              >
                {name ? `${name} ` : days}
                {name && (
                  <Text span inherit fw={400} ml="sm" c="dimmed">
                    {format.recentRange(chosen.period, today)}
                  </Text>
                )}
              </Button>
            </Popover.Target>
            <Popover.Dropdown aria-label={t('label')}>
              <Suspense fallback={<KeyBuffer />}>
                <PeriodPanel
                  {...{ choice, onChange, zone, today, isAlone, withToday }}
                  onDone={() => setIsOpen(false)}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
          <Step direction={1} label={t('later')} onStep={() => step(later)} isDisabled={!later} />
        </Button.Group>
      </div>
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
    <Button
      px={7}
      aria-label={label}
      title={label}
      // Stays in the tab order, so that the focus is not lost at the last step.
      {...(isDisabled && { 'data-disabled': true })}
      aria-disabled={isDisabled}
      onClick={onStep}
    >
      <Icon size={16} />
    </Button>
  )
}

type CaptionProps = Pick<PeriodPickerProps, 'zone' | 'isAlone' | 'created'> & {
  chosen: ChosenPeriod
}

function Caption({ chosen, zone, isAlone, created = '' }: CaptionProps) {
  const { t } = useTranslation('period')
  const { date, recentRange } = useFormat()
  const { period, comparison, isPartial, comparesPartial } = chosen
  const missed = missedOf(created, comparison)
  const uneven = unevenDays(chosen)
  return (
    <Box component="p" lh={1.3} className={kit.quiet}>
      {[
        !isAlone &&
          (comparison && missed !== 'all'
            ? t('against', { days: recentRange(comparison, period.end) })
            : t('noComparison')),
        missed && t(`missed.${missed}`, { day: date(created) }),
        uneven && t('uneven', uneven),
        zone,
        isPartial && t('isPartial'),
        !isAlone && comparesPartial && t('comparesPartial'),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Box>
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
