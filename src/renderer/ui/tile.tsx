import { useElementSize } from '@mantine/hooks'
import { Children, type ReactNode } from 'react'
import type { Currency } from '../../shared/model/money.ts'
import type { Change } from '../../shared/tables/change.ts'
import type { Kind } from '../../shared/tables/table.ts'
import { balancedColumns } from './balanced.ts'
import { Delta } from './delta.tsx'
import { Sparkline } from './sparkline.tsx'
import classes from './tile.module.css'

export interface TileProps {
  label: string
  /** The figure as drawn, or why there is none. */
  value: ReactNode
  delta?: Change | null | undefined
  /** The unit of the figure, for the plain difference on hover. */
  kind?: Kind | undefined
  currency?: Currency | undefined
  /** For example "vs 22-28 Feb". */
  comparisonText?: string | undefined
  /** A figure per day of the period. */
  sparkline?: readonly (number | null)[] | undefined
  isPartial?: boolean | undefined
  /** How many of the last days still grow. */
  growingDays?: number | undefined
  note?: ReactNode
  /** The button that explains the figure. */
  definition?: ReactNode
  asOf?: ReactNode
}

/** As wide as the narrowest tile is inside. */
const SPARKLINE_WIDTH = 166

export function Tile(props: TileProps) {
  const { label, value, delta, sparkline, note, asOf } = props
  return (
    <div role="group" className={classes.tile} aria-label={label}>
      <div className={classes.label}>
        <span>{label}</span>
        {props.definition}
      </div>
      <div className={classes.value}>{value}</div>
      {sparkline && (
        <Sparkline
          values={sparkline}
          width={SPARKLINE_WIDTH}
          isPartial={props.isPartial ?? false}
          growingDays={props.growingDays}
        />
      )}
      {delta && (
        <div className={classes.compared}>
          <Delta change={delta} kind={props.kind} currency={props.currency} />
          {delta.kind !== 'none' && props.comparisonText && <span>{props.comparisonText}</span>}
        </div>
      )}
      {(note || asOf) && (
        <div className={classes.note}>
          {note}
          {note && asOf ? ' · ' : null}
          {asOf}
        </div>
      )}
    </div>
  )
}

const LEAST_WIDTH = 180
/** So that a change and what it is compared with stand beside each other in all tiles, or in none. */
const ONE_LINE_WIDTH = 250

/** Tiles of one size, spread evenly over as few rows as fit. */
export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  const { ref, width } = useElementSize()
  const columns = balancedColumns(Children.count(children), width, LEAST_WIDTH)
  const isWide = width / columns >= ONE_LINE_WIDTH
  return (
    <div
      ref={ref}
      className={classes.tiles}
      // Before it is measured the style sheet spreads them.
      style={width > 0 ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
      data-wide={isWide || undefined}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  )
}
