import { type CSSProperties, useId } from 'react'
import { inks } from './chart-ink.ts'
import classes from './sparkline.module.css'
import { growingWidth, placeOf, segments } from './sparkline-path.ts'

interface SparklineProps {
  /** A figure per day; null where none is stored, which leaves a gap. */
  values: readonly (number | null)[]
  width?: number
  height?: number
  /** Where the scale ends, for pictures side by side; their own highest figure when absent. */
  highest?: number | undefined
  /** The last day is not over: its point is hollow. */
  isPartial?: boolean
  /** How many of the last days still grow: hatched. */
  growingDays?: number | undefined
  /** Days that something was written about, by their place: a line through each. */
  marked?: readonly number[]
  /** In words, for readers; without it the picture is only an ornament. */
  label?: string
}

// Both, because a table has hundreds of these and none asks which theme there is.
const COLORS = {
  '--spark-light': inks.light.hues.audience,
  '--spark-dark': inks.dark.hues.audience,
} as CSSProperties

export function Sparkline(props: SparklineProps) {
  const { values, width = 84, height = 18, isPartial = false, label, highest } = props
  const { lines, last } = segments(values, { width, height, highest })
  const described = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  const hatched = growingWidth(values.length, props.growingDays ?? 0, width)
  return (
    <svg
      {...described}
      className={classes.picture}
      style={COLORS}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      {hatched > 0 && <Hatching {...{ hatched, width, height }} />}
      {(props.marked ?? []).map((index) => (
        <line
          key={index}
          data-marked={index}
          x1={placeOf(index, values.length, width)}
          x2={placeOf(index, values.length, width)}
          y2={height}
          stroke="var(--mantine-color-text)"
          strokeWidth={1}
          strokeDasharray="3 2"
        />
      ))}
      {lines.map((points) => (
        <polyline
          key={points}
          points={points}
          fill="none"
          stroke="var(--desk-spark)"
          strokeWidth={1.4}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      {last && (
        <circle
          cx={last.x}
          cy={last.y}
          r={2}
          fill={isPartial ? 'var(--desk-paper)' : 'var(--desk-spark)'}
          stroke="var(--desk-spark)"
          strokeWidth={1.2}
        />
      )}
    </svg>
  )
}

interface HatchingProps {
  hatched: number
  width: number
  height: number
}

function Hatching({ hatched, width, height }: HatchingProps) {
  const id = useId()
  return (
    <>
      <pattern
        id={id}
        width={4}
        height={4}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line y2={4} stroke="var(--mantine-color-dimmed)" strokeWidth={1} opacity={0.7} />
      </pattern>
      <rect x={width - hatched} width={hatched} height={height} fill={`url(#${id})`} />
    </>
  )
}
