import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Children, type ReactNode } from 'react'
import type { Currency } from '../../shared/model/money.ts'
import type { Change } from '../../shared/tables/change.ts'
import type { Kind, Missing } from '../../shared/tables/table.ts'
import { Column } from './column.tsx'
import { Delta } from './delta.tsx'
import { Formula } from './formula.tsx'
import { Sparkline } from './sparkline.tsx'
import classes from './tile.module.css'

interface TileProps {
  label: string
  /** The displayed figure, or why it is missing. */
  value: ReactNode
  delta?: Change | null | undefined
  /** The unit of the figure, for the absolute difference in the tooltip. */
  kind?: Kind | undefined
  currency?: Currency | undefined
  /** Tooltip: what the change is measured against. */
  comparisonText?: string | undefined
  /** Why there is nothing to compare with. */
  lacking?: Missing | undefined
  /** A figure per day of the period. */
  sparkline?: readonly (number | null)[] | undefined
  isPartial?: boolean | undefined
  /** How many of the last days still grow. */
  growingDays?: number | undefined
  note?: ReactNode
  /** The definition of the figure, opened from its label. */
  definition?: string | null | undefined
}

/** Next to the longest change in the narrowest tile. */
const SPARKLINE_WIDTH = 60

/** A figure in a row of tiles: its name, value, change and daily values. */
export function Tile(props: TileProps) {
  const { label, value, delta, sparkline, note, definition } = props
  const { kind, currency, comparisonText: against, lacking } = props
  return (
    <div role="group" className={classes.tile} aria-label={label}>
      {definition ? (
        <Formula name={label} definition={definition} isName />
      ) : (
        <Text span lh="18px" c="var(--desk-second)">
          {label}
        </Text>
      )}
      <div className={classes.value}>{value}</div>
      <div className={classes.foot}>
        <Column component="span" flex="none" maw="100%" fz="xs" lh="18px" c="dimmed">
          {delta && <Delta change={delta} {...{ kind, currency, against, lacking }} />}
          {note && <span>{note}</span>}
        </Column>
        {sparkline && (
          <Sparkline
            values={sparkline}
            width={SPARKLINE_WIDTH}
            isPartial={props.isPartial ?? false}
            growingDays={props.growingDays}
          />
        )}
      </div>
    </div>
  )
}

/** An amount of six digits, in the language where it is longest. */
const LEAST_WIDTH = 158

interface TilesProps {
  label: string
  /** Below the header of a block, in the same card. */
  isInBlock?: boolean
  children: ReactNode
}

/** The key figures of a screen in one card, spread evenly over as few rows as possible. */
export function Tiles({ label, isInBlock = false, children }: TilesProps) {
  const { ref, width } = useElementSize()
  const columns = balancedColumns(Children.count(children), width, LEAST_WIDTH)
  return (
    <div
      ref={ref}
      className={classes.tiles}
      // Until the width is measured, the style sheet spreads them.
      style={width > 0 ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
      data-in-block={isInBlock || undefined}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  )
}

/**
 * The number of columns that distributes `count` tiles evenly over the fewest rows. `width` and the minimum
 * tile width `least` are in pixels.
 */
export function balancedColumns(count: number, width: number, least: number): number {
  const gap = 8
  const fit = Math.max(1, Math.floor((width + gap) / (least + gap)))
  return Math.ceil(count / Math.ceil(count / fit))
}
