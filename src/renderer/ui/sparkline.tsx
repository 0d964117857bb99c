import { segments } from './sparkline-path.ts'

interface SparklineProps {
  /** A figure per day; null where none is stored, which leaves a gap. */
  values: readonly (number | null)[]
  width?: number
  height?: number
  /** The last day is not over: its point is hollow. */
  isPartial?: boolean
  /** In words, for readers; without it the picture is only an ornament. */
  label?: string
}

export function Sparkline(props: SparklineProps) {
  const { values, width = 84, height = 18, isPartial = false, label } = props
  const { lines, last } = segments(values, { width, height })
  const described = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg {...described} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {lines.map((points) => (
        <polyline
          key={points}
          points={points}
          fill="none"
          stroke="var(--mantine-primary-color-filled)"
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
          fill={isPartial ? 'var(--desk-paper)' : 'var(--mantine-primary-color-filled)'}
          stroke="var(--mantine-primary-color-filled)"
          strokeWidth={1.2}
        />
      )}
    </svg>
  )
}
