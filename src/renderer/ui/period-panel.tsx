import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Switch,
  UnstyledButton,
} from '@mantine/core'
import { DatePicker, DatePickerInput, DatesProvider } from '@mantine/dates'
import kit from './kit.module.css'
import '@mantine/dates/styles.css'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PeriodChoice } from '../../shared/features/settings/preferences.ts'
import { appTexts, type Language } from '../../shared/locales/languages.ts'
import {
  addDays,
  begunDays,
  COMPARISONS,
  type ComparisonMode,
  dayCount,
  isTooLong,
  type Period,
  PRESETS,
} from '../../shared/time/period.ts'
import { isOnlyToday, resolvePeriod } from '../period.ts'
import { prefer, useView } from '../view.ts'
import { useFormat } from './format.ts'
import { lastDay, withComparison, withDays, withPreset } from './period-choice.ts'
import classes from './period-picker.module.css'

interface PeriodPanelProps {
  choice: PeriodChoice
  onChange: (choice: PeriodChoice) => void
  zone: string
  today: string
  isAlone: boolean
  withToday: boolean
  onDone: () => void
}

/** Registers month and weekday names as a dayjs locale, which Mantine's calendar needs. Returns its name. */
function calendarLocale(language: Language): string {
  const name = `calendar-${language.toLowerCase()}`
  const { locale } = appTexts(language)
  const named = (days: number[], options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return days.map((day) => format.format(day))
  }
  const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2026, at))
  // Starts on a Sunday, as dayjs expects.
  const days = Array.from({ length: 7 }, (_, at) => Date.UTC(2026, 0, 4 + at))
  const words = {
    months: named(months, { month: 'long' }),
    monthsShort: named(months, { month: 'short' }),
    weekdays: named(days, { weekday: 'long' }),
    weekdaysShort: named(days, { weekday: 'short' }),
  }
  dayjs.locale({ name, ...words, formats: {}, relativeTime: {} }, undefined, true)
  return name
}

export function PeriodPanel(props: PeriodPanelProps) {
  const { choice, onChange, zone, today } = props
  const { t } = useTranslation('period')
  const { language } = useFormat()
  const locale = useMemo(() => calendarLocale(language), [language])
  const { period, isPartial } = resolvePeriod(choice, today)
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 1, weekendDays: [] }}>
      <div className={classes.panel}>
        <Presets choice={choice} onChange={onChange} />
        <Calendar {...props} period={period} />
        <p className={classes.says}>
          <Bounds period={period} zone={zone} />
          {isPartial && <> {t('partialNote')}</>}
        </p>
        <Below {...props} period={period} />
      </div>
    </DatesProvider>
  )
}

function Presets({ choice, onChange }: Pick<PeriodPanelProps, 'choice' | 'onChange'>) {
  const { t } = useTranslation('period')
  return (
    <Stack gap={1} pr={12} className={classes.presets} role="group" aria-label={t('presets')}>
      {PRESETS.map((preset) => (
        <UnstyledButton
          key={preset}
          className={`${kit.hover} ${classes.preset}`}
          aria-pressed={choice.preset === preset}
          data-autofocus={choice.preset === preset || undefined}
          onClick={() => onChange(withPreset(choice, preset))}
        >
          {t(`preset.${preset}`)}
        </UnstyledButton>
      ))}
    </Stack>
  )
}

/** The calendar's labels: capitalized month names, because they are headings, and short weekdays. */
function useWritten() {
  const { language } = useFormat()
  return useMemo(() => {
    const month = new Intl.DateTimeFormat(language, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const monthLabelFormat = (day: string) => {
      const text = month.format(Date.parse(day))
      return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
    }
    const classNames = { calendarHeaderLevel: classes.month, weekday: classes.weekday }
    return { monthLabelFormat, weekdayFormat: 'ddd', classNames }
  }, [language])
}

type Range = [string | null, string | null]

/** Holds an incomplete range until both ends are chosen. */
function useRange(period: Period | null, onPeriod: (period: Period) => void) {
  const [pending, setPending] = useState<Range | null>(null)
  const value: Range = pending ?? [period?.start ?? null, period?.end ?? null]
  const onRange = ([start, end]: Range) => {
    if (!start || !end || isTooLong({ start, end })) return setPending([start, end])
    setPending(null)
    onPeriod({ start, end })
  }
  const [start, end] = value
  return { value, onRange, isTooLong: start && end ? isTooLong({ start, end }) : false }
}

function Calendar({ choice, onChange, today, period }: PeriodPanelProps & { period: Period }) {
  const { t } = useTranslation('period')
  const written = useWritten()
  const range = useRange(period, (days) => onChange(withDays(choice, days)))
  // Opens on the month before the period's last, so that both months shown are selectable.
  const [month, setMonth] = useState(() => addDays(`${period.end.slice(0, 7)}-01`, -1))
  return (
    <div role="group" aria-label={t('calendar')}>
      <DatePicker
        type="range"
        allowSingleDateInRange
        numberOfColumns={2}
        {...written}
        size="xs"
        value={range.value}
        onChange={range.onRange}
        date={month}
        onDateChange={setMonth}
        maxDate={lastDay(choice, today)}
        ariaLabels={{ nextMonth: t('nextMonth'), previousMonth: t('previousMonth') }}
      />
      {range.isTooLong && <p className={`${classes.says} ${classes.wrong}`}>{t('tooLong')}</p>}
    </div>
  )
}

function Bounds({ period, zone }: { period: Period; zone: string }) {
  const { t } = useTranslation('period')
  const { date } = useFormat()
  const [start, end] = [date(period.start), date(period.end)]
  return <>{t('bounds', { start, end, zone, count: dayCount(period) })}</>
}

function Below(props: PeriodPanelProps & { period: Period }) {
  const { choice, onChange, onDone, isAlone, withToday } = props
  const { t } = useTranslation('period')
  return (
    <Group gap="10px 16px" align="flex-end" justify="space-between" className={classes.below}>
      {!isAlone && <Compared {...props} />}
      {!withToday && (
        <Switch
          className={classes.switch}
          label={t('excludesToday')}
          checked={choice.excludesToday && choice.preset !== 'today'}
          disabled={choice.preset === 'today'}
          onChange={({ currentTarget }) =>
            onChange({ ...choice, excludesToday: currentTarget.checked })
          }
        />
      )}
      <Button variant="filled" onClick={onDone}>
        {t('done')}
      </Button>
    </Group>
  )
}

function Compared({ choice, onChange, today, period }: PeriodPanelProps & { period: Period }) {
  const { t } = useTranslation('period')
  const written = useWritten()
  const { customComparison } = choice
  const isNone = isOnlyToday(choice, period, today)
  const range = useRange(customComparison && begunDays(customComparison, today), (days) =>
    onChange({ ...choice, customComparison: days }),
  )
  return (
    <>
      <NativeSelect
        label={t('compareWith')}
        description={isNone && t('todayAlone')}
        disabled={isNone}
        value={isNone ? 'none' : choice.comparison}
        data={COMPARISONS.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
        onChange={({ currentTarget }) =>
          onChange(withComparison(choice, currentTarget.value as ComparisonMode, period))
        }
      />
      {choice.comparison === 'custom' && !isNone && (
        <DatePickerInput
          type="range"
          {...written}
          size="xs"
          allowSingleDateInRange
          label={t('comparisonDates')}
          value={range.value}
          onChange={range.onRange}
          // By default it would open on the month of the computer's clock.
          defaultDate={period.start}
          maxDate={today}
          error={range.isTooLong && t('tooLong')}
          popoverProps={{
            withinPortal: false,
            attributes: { dropdown: { 'aria-label': t('comparisonDates') } },
          }}
          ariaLabels={{ nextMonth: t('nextMonth'), previousMonth: t('previousMonth') }}
        />
      )}
      {choice.comparison !== 'none' && !isNone && <DeadBand />}
    </>
  )
}

/** The minimum change that is reported, in percent. Applies to all screens. */
function DeadBand() {
  const { t } = useTranslation('period')
  const deadBand = useView(({ preferences }) => preferences.deadBand)
  return (
    <NumberInput
      label={t('deadBand')}
      styles={{ wrapper: { width: 90 } }}
      min={0}
      max={100}
      decimalScale={1}
      suffix="%"
      value={deadBand}
      onChange={(value) => {
        if (typeof value === 'number' && value >= 0 && value <= 100) prefer({ deadBand: value })
      }}
    />
  )
}
