import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../../shared/tables/table.ts'
import { type Ink, inks } from '../../ui/chart-ink.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './ab-tests.module.css'

const CURVES = { top: 22, height: 180 }
const LANE = { top: 234, height: 64 }
const HEIGHT = 322
const LEFT = 56
const RIGHT = 12
const SHARES = [0, 0.25, 0.5, 0.75, 1] as const
const DASHES = '8 4'

/** Where an arm's pitch is, 0 without one, and how it is said. */
export interface Pitch {
  second: number
  text: string
}

interface CurvesProps {
  table: Table
  pitches: readonly Pitch[]
}

/** Both curves, A solid and B dashed, and a lane of their difference; the table says every second. */
export function CurvesDrawing({ table, pitches }: CurvesProps) {
  const { t } = useTranslation('abTests')
  const { videoTime } = useFormat()
  const { ref, width } = useElementSize()
  const ink = inks[useComputedColorScheme()]
  const most = useMemo(() => mostOf(table), [table])
  const last = Math.max(1, table.rows.length - 1)
  const end = Math.max(width, 240) - RIGHT
  const x = (second: number) => LEFT + (second / last) * (end - LEFT)
  const reached = (share: number) => CURVES.top + ((100 - share) / 100) * CURVES.height
  const points = (value: number) => LANE.top + ((most - value) / (2 * most)) * LANE.height
  const path = (column: number, y: (value: number) => number) => pathOf(table, column, { x, y })
  const label = t('retentionLabel', { pitches: pitches.map(({ text }) => text).join(' ') })
  return (
    <div ref={ref} className={classes.drawing}>
      <svg role="img" aria-label={label} width="100%" height={HEIGHT}>
        <Rules values={[100, 50, 0]} y={reached} title={t('reached')} top={CURVES.top} end={end} />
        <Rules
          values={[most, 0, -most]}
          y={points}
          title={t('difference')}
          top={LANE.top}
          end={end}
        />
        <polyline className={classes.curve} stroke={ink.hues.audience} points={path(1, reached)} />
        <polyline
          className={classes.curve}
          stroke={ink.hues.click}
          strokeDasharray={DASHES}
          points={path(2, reached)}
        />
        <polyline className={classes.curve} stroke={ink.hues.sale} points={path(3, points)} />
        <Pitches at={pitches.map(({ second }) => second)} x={x} ink={ink} />
        {SHARES.map((share) => (
          <text
            key={share}
            className={classes.tick}
            x={x(last * share)}
            y={HEIGHT - 4}
            textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
          >
            {videoTime(Math.round(last * share))}
          </text>
        ))}
      </svg>
      <Legend ink={ink} />
    </div>
  )
}

interface Place {
  x: (second: number) => number
  y: (value: number) => number
}

const pathOf = ({ rows }: Table, column: number, { x, y }: Place) =>
  rows
    .flatMap((row, second) => {
      const value = row[column]
      return typeof value === 'number' ? [`${x(second).toFixed(1)},${y(value).toFixed(1)}`] : []
    })
    .join(' ')

/** The pitch of A solid and that of B dashed, through both panels. */
function Pitches({ at, x, ink }: { at: readonly number[]; x: Place['x']; ink: Ink }) {
  return at.map((second, arm) =>
    second === 0 ? null : (
      <line
        key={arm === 0 ? 'a' : 'b'}
        stroke={ink.pitch}
        strokeWidth={1.5}
        strokeDasharray={arm === 0 ? undefined : DASHES}
        x1={x(second)}
        x2={x(second)}
        y1={CURVES.top}
        y2={LANE.top + LANE.height}
      />
    ),
  )
}

interface RulesProps {
  values: readonly number[]
  y: Place['y']
  title: string
  top: number
  end: number
}

function Rules({ values, y, title, top, end }: RulesProps) {
  const { count } = useFormat()
  return (
    <g>
      <text className={classes.tick} x={LEFT} y={top - 8}>
        {title}
      </text>
      {values.map((value) => (
        <g key={value}>
          <line className={classes.rule} x1={LEFT} x2={end} y1={y(value)} y2={y(value)} />
          <text className={classes.tick} x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {count(value)}
          </text>
        </g>
      ))}
    </g>
  )
}

function Legend({ ink }: { ink: Ink }) {
  const { t } = useTranslation('abTests')
  const arms = [
    { name: t('armA'), stroke: ink.hues.audience, dashes: undefined },
    { name: t('armB'), stroke: ink.hues.click, dashes: DASHES },
  ]
  return (
    <p className={classes.legend} aria-hidden="true">
      {arms.map(({ name, stroke, dashes }) => (
        <span key={name}>
          <svg width={30} height={10}>
            <line x2={24} y1={6} y2={6} stroke={stroke} strokeWidth={2} strokeDasharray={dashes} />
          </svg>
          {name}
        </span>
      ))}
    </p>
  )
}

/** The largest difference either way, rounded up to what an axis shows. */
function mostOf({ rows }: Table): number {
  const sizes = rows.map((row) => Math.abs(typeof row[3] === 'number' ? row[3] : 0))
  return Math.max(5, Math.ceil(Math.max(0, ...sizes) / 5) * 5)
}
