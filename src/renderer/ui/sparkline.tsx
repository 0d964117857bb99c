import { useId } from 'react'
import { growingWidth, placeOf, segments } from './sparkline-path.ts'

interface SparklineProps {
  /** A value per day; null leaves a gap. */
  values: readonly (number | null)[]
  width?: number
  height?: number
  /** Maximum of the scale, to share it between several; the highest value by default. */
  highest?: number | undefined
  /** Whether the last day is not over: its point is hollow. */
  isPartial?: boolean
  /** Number of last days that still grow: hatched. */
  growingDays?: number | undefined
  /** Indexes of days with annotations: a line each. */
  marked?: readonly number[]
  /** Text for screen readers; without it the sparkline is decorative. */
  label?: string
}

export function Sparkline(props: SparklineProps) {
  const { values, width = 84, height = 18, isPartial = false, label, highest } = props
  const { lines, last } = segments(values, { width, height, highest })
  const described = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  const hatched = growingWidth(values.length, props.growingDays ?? 0, width)
  return (
    <svg {...described} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
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
          fill={isPartial ? 'var(--desk-surface)' : 'var(--desk-spark)'}
          stroke="var(--desk-spark)"
          strokeWidth={1.2}
        />
      )}
    </svg>
  )
}

function Hatching({ hatched, width, height }: { hatched: number; width: number; height: number }) {
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
